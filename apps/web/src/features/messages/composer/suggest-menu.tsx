import { complete, type SuggestionsSnapshot } from '@fettle/chat-client'
import { msg, t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { memo, useEffect, useId, useState, useSyncExternalStore, type KeyboardEvent } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { entryOf } from './add-menu.tsx'
import type { ComposerTools } from './composer-tools.ts'

export type KeyHandler = (event: KeyboardEvent) => boolean

interface SuggestMenuProps {
  tools: ComposerTools
  /** Registers a key handler that runs first and returns whether it consumed the key. */
  onKeys: (handler: KeyHandler) => void
}

interface Choice {
  key: string
  title: string
  hint: string
  image?: string | null
  isPerson: boolean
  choose: () => void
}

const suggestionLabels: Record<string, ReturnType<typeof msg>> = {
  offer: msg`Create an offer`,
  booking: msg`Show or create a booking`,
  reschedule: msg`Propose another time`,
  quick: msg`Insert a quick reply`,
  location: msg`Share your location`,
  poll: msg`Ask with a poll`,
  remind: msg`Remind me about this conversation`,
}

/** Replaces the trigger with the chosen word; a command without arguments runs at once. */
function choicesOf(
  tools: ComposerTools,
  snapshot: SuggestionsSnapshot,
  describe: (name: string, text: string) => string,
): Choice[] {
  if (snapshot.status === 'none') return []
  const { trigger, people, commands } = snapshot
  const insertWord = (word: string) => {
    const { text, caret } = complete(tools.composerText.getSnapshot(), trigger, word)
    const insert = text.slice(trigger.start, caret)
    tools.suggestions.close()
    tools.change({ start: trigger.start, end: trigger.end, insert })
  }
  return [
    ...people.map(({ id, name, image }) => ({
      key: id,
      title: name,
      hint: '',
      image: image ?? null,
      isPerson: true,
      choose: () => insertWord(name),
    })),
    ...commands.map(({ name, description, args }) => ({
      key: `/${name}`,
      title: `/${name}${args && ` ${args}`}`,
      hint: describe(name, description),
      isPerson: false,
      choose() {
        const entry = args === '' ? entryOf(name, tools) : undefined
        if (!entry) return insertWord(name)
        tools.suggestions.close()
        tools.change({ start: trigger.start, end: trigger.end, insert: '' })
        tools.open(entry)
      },
    })),
  ]
}

/** Suggestions of people after "@" and commands after "/", navigated while typing continues. */
export const SuggestMenu = memo(function SuggestMenu({ tools, onKeys }: SuggestMenuProps) {
  const { suggestions, field } = tools
  const { _ } = useLingui()
  const id = useId()
  const snapshot = useSyncExternalStore(suggestions.subscribe, suggestions.getSnapshot)
  const [selection, setSelection] = useState({ query: '', index: 0 })
  const choices = choicesOf(tools, snapshot, (name, text) =>
    suggestionLabels[name] ? _(suggestionLabels[name]) : text,
  )
  const query = snapshot.status === 'none' ? '' : `${snapshot.trigger.start} ${snapshot.trigger.query}`
  const at = selection.query === query ? Math.min(selection.index, choices.length - 1) : 0
  const isOpen = choices.length > 0
  const current = isOpen ? `${id}-${at}` : undefined

  useEffect(() => {
    const move = (index: number) => {
      setSelection({ query, index })
      if (index === choices.length - 1) void suggestions.more().catch(() => undefined)
    }
    onKeys((event) => {
      if (snapshot.status === 'none') return false
      if (event.key === 'Escape') suggestions.close()
      else if (!isOpen) return false
      else if (event.key === 'ArrowDown') move((at + 1) % choices.length)
      else if (event.key === 'ArrowUp') move((at - 1 + choices.length) % choices.length)
      else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey))
        choices[at]?.choose()
      else return false
      return true
    })
  })
  // The field renders independently of this list: set its ARIA attributes directly.
  useEffect(() => {
    const input = field.current
    if (!input) return
    if (current) {
      input.setAttribute('aria-controls', id)
      input.setAttribute('aria-activedescendant', current)
    } else {
      input.removeAttribute('aria-controls')
      input.removeAttribute('aria-activedescendant')
    }
    document.getElementById(current ?? '')?.scrollIntoView({ block: 'nearest' })
  }, [field, id, current])

  const isCommand = snapshot.status !== 'none' && snapshot.trigger.kind === 'command'
  return (
    <>
      <output className="sr-only">
        {isOpen && <Plural value={choices.length} one="# suggestion" other="# suggestions" />}
      </output>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={isCommand ? t`Commands` : t`People`}
          tabIndex={-1}
          className="absolute inset-x-3 bottom-full z-10 mb-1 max-h-64 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface-raised p-1.5 shadow-floating md:inset-x-4 md:max-w-md"
        >
          {choices.map((choice, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys
            <div
              key={choice.key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              // Keep the caret and the phone's keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onClick={choice.choose}
              className={clsx(
                'flex min-h-11 cursor-default items-center gap-3 rounded-control px-3 py-1.5 pointer-coarse:min-h-12',
                index === at ? 'bg-surface-hover' : 'hover:bg-surface-hover',
              )}
            >
              {choice.isPerson && <Avatar name={choice.title} src={choice.image} size="sm" />}
              <span dir="auto" className="shrink-0 font-medium">
                {choice.title}
              </span>
              <span className="min-w-0 truncate text-sm text-text-muted">{choice.hint}</span>
            </div>
          ))}
        </div>
      )}
      {snapshot.status === 'ready' && !isOpen && isCommand && (
        <p className="absolute inset-x-3 bottom-full mb-1 rounded-card border border-line bg-surface-raised px-3 py-2 text-sm text-text-muted shadow-floating md:inset-x-4 md:max-w-md">
          <Trans>Unknown command</Trans>
        </p>
      )}
    </>
  )
})
