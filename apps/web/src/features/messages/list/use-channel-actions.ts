import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import { chatToast } from '../alerts/chat-toast.ts'
import { chat } from '../connection/chat.ts'
import { mutedUntilOf, type MutePreset } from './mute.ts'

const restored = () => ({ success: t`Conversation restored`, failed: t`Couldn't restore the conversation` })

/** Actions on a conversation for oneself. A toast says what came of them; the list shows the server's state. */
export function useChannelActions(cid: string) {
  const set = useCallback(
    (
      change: Parameters<typeof chat.setChannel>[1],
      { success, failed, undo }: { success: string; failed: string; undo?: () => void },
    ) =>
      void chat.setChannel(cid, change).then(
        () => chatToast.success(success, undo && { action: { label: t`Undo`, run: undo } }),
        (error: unknown) => chatToast.failed(failed, error),
      ),
    [cid],
  )
  return {
    pin: (pinned: boolean) =>
      set(
        { pinned },
        pinned
          ? { success: t`Conversation pinned`, failed: t`Couldn't pin the conversation` }
          : { success: t`Conversation unpinned`, failed: t`Couldn't unpin it` },
      ),
    archive: (archived: boolean) =>
      set(
        { archived },
        archived
          ? {
              success: t`Conversation archived`,
              failed: t`Couldn't archive the conversation`,
              undo: () => set({ archived: false }, restored()),
            }
          : restored(),
      ),
    mute: (preset: MutePreset) =>
      set(
        { mutedUntil: mutedUntilOf(preset, new Date()) },
        { success: t`Conversation muted`, failed: t`Couldn't mute the conversation` },
      ),
    unmute: () =>
      set({ mutedUntil: null }, { success: t`Conversation unmuted`, failed: t`Couldn't unmute the conversation` }),
    hide: () =>
      set(
        { hidden: true },
        {
          success: t`Hidden until the next message`,
          failed: t`Couldn't hide the conversation`,
          undo: () => set({ hidden: false }, restored()),
        },
      ),
  }
}
