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
    pin: (pinned: boolean) => set({ pinned }, pinned ? t`Could not pin the conversation` : t`Could not unpin it`),
    archive: (archived: boolean) =>
      set({ archived }, archived ? t`Could not archive the conversation` : t`Could not restore the conversation`),
    mute: (preset: MutePreset) =>
      set({ mutedUntil: mutedUntilOf(preset, new Date()) }, t`Could not mute the conversation`),
    unmute: () => set({ mutedUntil: null }, t`Could not unmute the conversation`),
    hide: () => {
      const show = () => set({ hidden: false }, t`Could not restore the conversation`)
      set({ hidden: true }, t`Could not hide the conversation`)
      chatToast.success(t`Hidden until the next message`, { action: { label: t`Undo`, run: show } })
    },
  }
}
