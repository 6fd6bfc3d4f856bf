import { t } from '@lingui/core/macro'
import { useCallback } from 'react'
import { chatToast } from '../alerts/chat-toast.ts'
import { chat } from '../connection/chat.ts'
import { mutedUntilOf, type MutePreset } from '../model.ts'

/** Actions on a conversation for oneself. Refusals show a toast; the list shows the server's state. */
export function useChannelActions(cid: string) {
  const set = useCallback(
    (change: Parameters<typeof chat.setChannel>[1], failed: string) =>
      void chat.setChannel(cid, change).catch((error: unknown) => {
        chatToast.failed(failed, error)
      }),
    [cid],
  )
  return {
    pin: (pinned: boolean) => set({ pinned }, pinned ? t`Couldn't pin the conversation` : t`Couldn't unpin it`),
    archive: (archived: boolean) =>
      set({ archived }, archived ? t`Couldn't archive the conversation` : t`Couldn't restore the conversation`),
    mute: (preset: MutePreset) =>
      set({ mutedUntil: mutedUntilOf(preset, new Date()) }, t`Couldn't mute the conversation`),
    unmute: () => set({ mutedUntil: null }, t`Couldn't unmute the conversation`),
    hide: () => {
      const show = () => set({ hidden: false }, t`Couldn't restore the conversation`)
      set({ hidden: true }, t`Couldn't hide the conversation`)
      chatToast.success(t`Hidden until the next message`, { action: { label: t`Undo`, run: show } })
    },
  }
}
