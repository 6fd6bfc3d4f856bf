/** A reason and its note. A note instead of a reason from the list stands alone: “Something else” would add nothing. */
export function reasonText<Reason extends string>(
  reason: Reason | null | undefined,
  note: string | null | undefined,
  labelOf: (reason: Reason) => string,
): string {
  const label = reason && !(reason === 'OTHER' && note) ? labelOf(reason) : undefined
  return [label, note].filter(Boolean).join(' — ')
}
