import { othersOf } from '../model.ts'
import type { ComposerTools } from './tools/tools.types.ts'

/** Returns the customer of a direct channel; undefined when the other member is none. */
export function customerOf({ target, me }: Pick<ComposerTools, 'target' | 'me'>): string | undefined {
  const { channel } = target.store.getSnapshot()
  return channel ? othersOf(channel, me).find(({ userId }) => userId.startsWith('cus_'))?.userId : undefined
}
