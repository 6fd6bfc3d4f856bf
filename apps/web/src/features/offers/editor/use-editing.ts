import type { OfferDraft } from '@fettle/protocol/offers/content'
import { calculateOffer } from '@fettle/protocol/offers/totals'
import { useCallback, useMemo, useReducer } from 'react'
import { haveSameTotals } from './sections/same-totals.ts'
import { setLine, type Line } from './lines/draft-edits.ts'
import { columnOf, lineOf } from './lines/keys.ts'

/** Content of the editor, with undo history. */

export interface EditorInput {
  content: OfferDraft
  /** Invalid input by `lineId.column`, so that nothing typed is lost. */
  typed: Readonly<Record<string, string>>
}

interface State {
  /** Content at the last change that affects the totals. */
  figures: OfferDraft
  now: EditorInput
  past: readonly EditorInput[]
  future: readonly EditorInput[]
  /** Field of the last change: typing in one field is a single undo step. */
  tag: string | undefined
}

type Step =
  | { do: 'change'; change: (writing: EditorInput) => EditorInput; tag: string | undefined }
  | { do: 'undo' | 'redo' }
  | { do: 'replace'; content: OfferDraft }

const UNDO_DEPTH = 100

function reduce(before: State, step: Step): State {
  const after = next(before, step)
  const { content } = after.now
  if (after === before || content === before.now.content || haveSameTotals(before.figures, content)) return after
  return { ...after, figures: content }
}

function next(state: State, step: Step): State {
  const { now, past, future, tag, figures } = state
  switch (step.do) {
    case 'change': {
      const changed = step.change(now)
      if (changed.content === now.content && changed.typed === now.typed) return state
      const isSameStep = step.tag !== undefined && step.tag === tag
      return {
        figures,
        now: changed.content === now.content ? changed : withoutHidden(changed),
        past: isSameStep ? past : [...past, now].slice(-UNDO_DEPTH),
        future: [],
        tag: step.tag,
      }
    }
    case 'undo': {
      const previous = past.at(-1)
      return previous
        ? { figures, now: previous, past: past.slice(0, -1), future: [now, ...future], tag: undefined }
        : state
    }
    case 'redo': {
      const [undone, ...rest] = future
      return undone ? { figures, now: undone, past: [...past, now], future: rest, tag: undefined } : state
    }
    case 'replace':
      return { figures, now: { content: step.content, typed: {} }, past: [], future: [], tag: undefined }
  }
}

/** Invalid input without that of fields which are gone: those of removed lines, and tax rates where there is no tax. */
function withoutHidden(input: EditorInput): EditorInput {
  const { content, typed } = input
  const ids = new Set(content.lineItems.map(({ id }) => id))
  const isShown = (cell: string) =>
    ids.has(lineOf(cell)) && (content.taxMode !== 'NONE' || columnOf(cell) !== 'taxRateBps')
  const cells = Object.entries(typed)
  const shown = cells.filter(([cell]) => isShown(cell))
  // The same object while nothing changes, so that the table need not render again.
  return shown.length === cells.length ? input : { content, typed: Object.fromEntries(shown) }
}

/** Invalid input without one field's. */
function without(typed: EditorInput['typed'], key: string): EditorInput['typed'] {
  if (!(key in typed)) return typed
  const { [key]: _, ...rest } = typed
  return rest
}

export type Editing = ReturnType<typeof useEditing>

/** Editor state with its operations, which are stable while the editor is open. */
export function useEditing(createContent: () => OfferDraft) {
  const [{ now, past, future, figures }, dispatch] = useReducer(reduce, undefined, (): State => {
    const content = createContent()
    return { figures: content, now: { content, typed: {} }, past: [], future: [], tag: undefined }
  })
  const totals = useMemo(() => calculateOffer(figures), [figures])
  /** Changes the content; consecutive changes with the same `tag` are one undo step. */
  const edit = useCallback(
    (change: (content: OfferDraft) => OfferDraft, tag?: string) =>
      dispatch({
        do: 'change',
        tag,
        change: ({ content, typed }) => ({ content: change(content), typed }),
      }),
    [],
  )
  /** Stores a cell's input: its value, or the raw text when invalid. */
  const type = useCallback((id: string, column: string, text: string, value: Partial<Line> | undefined) => {
    const key = `${id}.${column}`
    dispatch({
      do: 'change',
      tag: key,
      change: ({ content, typed }) =>
        value
          ? { content: setLine(content, id, value), typed: without(typed, key) }
          : { content, typed: { ...typed, [key]: text } },
    })
  }, [])
  /** Replaces content and raw input together, for pasting. */
  const write = useCallback(
    (change: (writing: EditorInput) => EditorInput) => dispatch({ do: 'change', change, tag: undefined }),
    [],
  )
  const undo = useCallback(() => dispatch({ do: 'undo' }), [])
  const redo = useCallback(() => dispatch({ do: 'redo' }), [])
  const replace = useCallback((content: OfferDraft) => dispatch({ do: 'replace', content }), [])
  const steps = useMemo(() => ({ edit, type, write, undo, redo, replace }), [edit, type, write, undo, redo, replace])
  return {
    ...steps,
    content: now.content,
    totals,
    typed: now.typed,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
