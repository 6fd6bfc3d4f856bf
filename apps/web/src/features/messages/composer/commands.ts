import { createMessageId } from '@fettle/chat-client'
import { t } from '@lingui/core/macro'
import { chat } from '../chat.ts'
import { chatToast } from '../chat-toast.ts'
import { addEntries, type AddEntry } from './add-entries.ts'
import type { ComposerTools } from './tools.ts'

/** The entry of the "+" menu that does what a built-in command does. */
export const entryOf = (name: string, tools: ComposerTools): AddEntry | undefined =>
  addEntries.find(({ command, isOffered }) => command === name && (isOffered?.(tools) ?? true))

/**
 * Carries out `/name args`: the screen's own commands here, all others by whoever registered them. What nobody answers
 * (44) or what fails (45) stays in the field, with the service's words.
 */
export async function runCommand(
  tools: ComposerTools,
  { name, args }: { name: string; args: string },
  done: () => void,
): Promise<void> {
  const entry = entryOf(name, tools)
  if (entry) {
    done()
    return tools.open(entry, args)
  }
  try {
    const { reply } = await chat.call('commands.run', {
      cid: tools.target.store.cid,
      name,
      messageId: createMessageId(),
      args,
    })
    done()
    if (reply) chatToast.success(reply)
  } catch (error) {
    chatToast.error(t`/${name} was not carried out`, error instanceof Error ? { body: error.message } : {})
  }
}
