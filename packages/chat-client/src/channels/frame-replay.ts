import type { ChatFrame } from '@fettle/protocol/chat/events'

/** Applies frames, and those that arrive during a request once more after it: its answer may be older than they are. */
export interface FrameReplay {
  /** Applies a frame now, and again after the requests that are running. */
  receive(frame: ChatFrame): void
  /** Runs a request that changes channels. */
  run<Result>(request: () => Promise<Result>): Promise<Result>
  /** Forgets the running requests, because another user is about to connect. */
  reset(): void
}

/** Creates the replay, which applies frames by `apply`. */
export function createFrameReplay(apply: (frame: ChatFrame) => void): FrameReplay {
  /** The frames received during each running request. */
  const requests = new Set<ChatFrame[]>()

  return {
    receive(frame) {
      for (const received of requests) received.push(frame)
      apply(frame)
    },
    async run(request) {
      const received: ChatFrame[] = []
      requests.add(received)
      try {
        const result = await request()
        // Unless forgotten meanwhile.
        if (requests.delete(received)) received.forEach(apply)
        return result
      } finally {
        requests.delete(received)
      }
    },
    reset: () => requests.clear(),
  }
}
