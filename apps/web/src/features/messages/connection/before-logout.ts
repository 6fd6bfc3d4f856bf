// A file of its own, because `chat.ts` loads the chat client.

const callsBeforeLogout = new Set<() => Promise<unknown>>()

/** Registers a call to the chat that logging out makes before it disconnects. */
export const callBeforeLogout = (call: () => Promise<unknown>): void => void callsBeforeLogout.add(call)

/** Makes the registered calls. Resolves when each was answered or has failed. */
export const runCallsBeforeLogout = (): Promise<unknown> =>
  Promise.allSettled([...callsBeforeLogout].map((call) => call()))
