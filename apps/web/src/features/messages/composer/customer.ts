import { othersOf } from '../model.ts'
import type { ComposerTools } from './tools.ts'

/** The customer one writes to; undefined: somebody else. */
export function customerOf({ target, me }: Pick<ComposerTools, 'target' | 'me'>): string | undefined {
  const { channel } = target.store.getSnapshot()
  return channel ? othersOf(channel, me).find(({ userId }) => userId.startsWith('cus_'))?.userId : undefined
}
