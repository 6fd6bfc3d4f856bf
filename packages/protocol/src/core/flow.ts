/** One row of a life cycle: an action, where it may start, where it leads and who may take it. */
export interface Transition<State extends string, Role extends string> {
  readonly from: readonly State[]
  readonly to: State
  readonly by: readonly Role[]
}

export interface Flow<State extends string, Action extends string, Role extends string> {
  readonly initial: readonly State[]
  readonly states: readonly State[]
  readonly transitions: { readonly [A in Action]: Transition<State, Role> }
}

/**
 * Declares a life cycle as a table. The server obeys it, `allowedActions` is computed from it and the
 * diagrams in the documentation are printed from it.
 */
export function flow<const State extends string, const Role extends string, Action extends string>(
  states: readonly State[],
  initial: readonly State[],
  transitions: { readonly [A in Action]: Transition<State, Role> },
): Flow<State, Action, Role> {
  return { states, initial, transitions }
}

/** The actions `role` may take on an object in `state`, in the order of the table. */
export function actionsFrom<S extends string, A extends string, R extends string>(
  table: Flow<S, A, R>,
  state: S,
  role: R,
): A[] {
  return (Object.keys(table.transitions) as A[]).filter((action) => {
    const { from, by } = table.transitions[action]
    return from.includes(state) && by.includes(role)
  })
}

/** Where `action` leads from `state`, or undefined when the table has no such move for `role`. */
export function nextState<S extends string, A extends string, R extends string>(
  table: Flow<S, A, R>,
  state: S,
  action: A,
  role: R,
): S | undefined {
  const { from, to, by } = table.transitions[action]
  return from.includes(state) && by.includes(role) ? to : undefined
}

/** States no path from the initial ones leads to. Empty in a sound table. */
export function unreachableStates<S extends string, A extends string, R extends string>(table: Flow<S, A, R>): S[] {
  const reached = new Set<S>(table.initial)
  const transitions = Object.values<Transition<S, R>>(table.transitions)
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to)
  }
  return table.states.filter((state) => !reached.has(state))
}
