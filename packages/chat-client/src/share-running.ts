/** Loading that callers share while it runs. */
interface SharedLoad {
  /** Loads, or waits for the load that is already running. */
  load(): Promise<void>
  /** Starts another load, because the running one may not include what was missed. */
  reload(): Promise<void>
  /** Lets the next caller start another load, because the running one is for an earlier user or list. */
  forget(): void
}

/** After a reconnect both the client and the screens load again: that takes one request, not two. */
export function shareRunning(load: () => Promise<unknown>): SharedLoad {
  let running: Promise<void> | undefined
  async function run(): Promise<void> {
    await load()
  }
  function reload(): Promise<void> {
    const current = run().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }
  return {
    load: () => running ?? reload(),
    reload,
    forget() {
      running = undefined
    },
  }
}
