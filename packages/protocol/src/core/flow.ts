/** One transition: an action, the states it starts from, the state it leads to and who may take it. */
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
 * Declares a state machine as a table. The server enforces it; `allowedActions` and the diagrams in the documentation
 * derive from it.
 */
export function flow<const State extends string, const Role extends string, Action extends string>(
  states: readonly State[],
  initial: readonly State[],
  transitions: { readonly [A in Action]: Transition<State, Role> },
): Flow<State, Action, Role> {
  return { states, initial, transitions }
}

/** The actions `role` may take in `state`, in table order. */
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

/** The state `action` leads to from `state`. Undefined when the table has no such transition for `role`. */
export function nextState<S extends string, A extends string, R extends string>(
  table: Flow<S, A, R>,
  state: S,
  action: A,
  role: R,
): S | undefined {
  const { from, to, by } = table.transitions[action]
  return from.includes(state) && by.includes(role) ? to : undefined
}

/** States that cannot be reached from the initial ones. Empty in a sound table. */
export function unreachableStates<S extends string, A extends string, R extends string>(table: Flow<S, A, R>): S[] {
  const reached = new Set<S>(table.initial)
  const transitions = Object.values<Transition<S, R>>(table.transitions)
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const { from, to } of transitions) if (from.some((state) => reached.has(state))) reached.add(to)
  }
  return table.states.filter((state) => !reached.has(state))
}
