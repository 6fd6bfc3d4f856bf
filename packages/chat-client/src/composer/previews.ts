import type { LinkPreview } from '@fettle/protocol/chat/messages/previews'
import { findLinks } from '@fettle/protocol/chat/messages/text'
import { limits } from '@fettle/protocol/common/limits'
import type { SendCall } from '../connection/connection.ts'
import { systemClock, type ClientClock } from '../ports.ts'
import { isSameList } from '../state/same-list.ts'
import { createStore, type Readable } from '../store.ts'

/** Preview states of the links in a text being written. */
export type PreviewState =
  | { readonly url: string; readonly status: 'pending' | 'loading' | 'failed' | 'dismissed' }
  | { readonly url: string; readonly status: 'loaded'; readonly preview: LinkPreview }

export interface Previews extends Readable<readonly PreviewState[]> {
  /** The current text. Links are looked up after 1.5 s without input. */
  write(text: string): void
  dismiss(url: string): void
  /** Addresses of visible previews, for `send`. */
  urls(): string[]
  /** Resets for the next message. */
  reset(): void
}

/** Looks up the links of the text being written. */
export function createPreviews(
  { call }: { call: SendCall },
  { clock = systemClock }: { clock?: ClientClock } = {},
): Previews {
  const store = createStore<readonly PreviewState[]>([])
  let states = new Map<string, PreviewState>()
  let shown: string[] = []
  let cancel: (() => void) | undefined

  function publish(): void {
    store.set(shown.flatMap((url) => states.get(url) ?? []))
  }

  function set(state: PreviewState): void {
    // A dismissed preview stays dismissed.
    if (states.get(state.url)?.status === 'dismissed') return
    states.set(state.url, state)
    publish()
  }

  async function load(url: string): Promise<void> {
    const statesAtStart = states
    set({ url, status: 'loading' })
    const preview = await call('previews.get', { url }).then(
      (answer) => answer.preview,
      () => null,
    )
    if (statesAtStart !== states) return
    set(preview ? { url, status: 'loaded', preview } : { url, status: 'failed' })
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    write(text) {
      const links = findLinks(text)
      if (!isSameList(links, shown)) {
        shown = links
        for (const url of links) if (!states.has(url)) states.set(url, { url, status: 'pending' })
        publish()
      }
      // Any input restarts the wait, whether it changes the links or not.
      cancel?.()
      const pending = shown.filter((url) => states.get(url)?.status === 'pending')
      if (pending.length > 0)
        cancel = clock.after(limits.linkPreviewDebounceMs, () => {
          for (const url of pending) if (states.get(url)?.status === 'pending') void load(url)
        })
    },
    dismiss: (url) => set({ url, status: 'dismissed' }),
    urls: () => store.getSnapshot().flatMap(({ url, status }) => (status === 'loaded' ? [url] : [])),
    reset() {
      cancel?.()
      states = new Map()
      shown = []
      publish()
    },
  }
}
