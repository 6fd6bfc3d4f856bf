// A file of its own, because `chat.ts` loads the chat client.

const lastCalls = new Set<() => Promise<unknown>>()

/** Registers a call to the chat that logging out makes before it disconnects. */
export const callBeforeLogout = (call: () => Promise<unknown>): void => void lastCalls.add(call)

/** Makes the registered calls. Resolves when each was answered or has failed. */
export const makeLastCalls = (): Promise<unknown> => Promise.allSettled([...lastCalls].map((call) => call()))
