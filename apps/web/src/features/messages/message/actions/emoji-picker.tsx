import { Trans } from '@lingui/react/macro'
import { t } from '@lingui/core/macro'
import { EmojiPicker, type EmojiDataResolver } from 'frimousse'
import { ownLocale } from '../../../../lib/i18n/i18n.ts'

const english = () => import('virtual:emoji/en')
/** Other languages whose names of emoji and groups are known. */
const translated: Partial<Record<string, typeof english>> = { fr: () => import('virtual:emoji/fr') }
const resolve: EmojiDataResolver = async () => (await (translated[ownLocale()] ?? english)()).emoji

/** Focuses the search only with a keyboard: a phone's keyboard would cover the picker. */
function focusByKeyboard(input: HTMLInputElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) input?.focus({ preventScroll: true })
}

/** Emoji picker with groups, search and skin tones. Arrow keys move, Enter selects. */
export default function Picker({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      resolveEmojiData={resolve}
      columns={8}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex h-80 min-h-0 flex-col"
    >
      <div className="flex gap-2 p-2">
        <EmojiPicker.Search
          ref={focusByKeyboard}
          aria-label={t`Search emoji`}
          placeholder={t`Search emoji`}
          className="min-h-11 min-w-0 flex-1 rounded-control border border-line-strong bg-surface px-3 text-base placeholder:text-text-muted"
        />
        <EmojiPicker.SkinToneSelector
          aria-label={t`Skin tone`}
          className="grid size-11 place-items-center rounded-control text-lg hover:bg-surface-hover"
        />
      </div>
      <EmojiPicker.Viewport className="min-h-0 flex-1">
        <EmojiPicker.Loading className="grid h-full place-items-center text-sm text-text-muted">
          <Trans>Loading</Trans>
        </EmojiPicker.Loading>
        <EmojiPicker.Empty className="grid h-full place-items-center text-sm text-text-muted">
          <Trans>No emoji found.</Trans>
        </EmojiPicker.Empty>
        <EmojiPicker.List
          className="px-2 pb-2 select-none"
          components={{
            CategoryHeader: ({ category, ...rest }) => (
              <div {...rest} className="bg-surface-raised py-1.5 text-xs font-semibold text-text-muted">
                {category.label}
              </div>
            ),
            Emoji: ({ emoji, ...rest }) => (
              <button
                type="button"
                {...rest}
                className="grid h-11 flex-1 place-items-center rounded-control text-lg data-active:bg-surface-hover"
              >
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
