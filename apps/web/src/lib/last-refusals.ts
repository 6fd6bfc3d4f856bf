/** What the last refused calls are known by at the server: whoever asks for help may send them along. */

const KEPT = 5
let last: readonly string[] = []

export function noteRefusal(requestId: string | undefined): void {
  if (requestId) last = [requestId, ...last.filter((each) => each !== requestId)].slice(0, KEPT)
}

/** Newest first, five at most; forgotten with the page. */
export const lastRefusals = (): readonly string[] => last
