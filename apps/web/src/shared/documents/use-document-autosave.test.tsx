import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportConnection } from '../../lib/http/connection.ts'
import { useDocumentAutosave, type Conflict, type SaveResult } from './use-document-autosave.ts'

interface Text {
  text: string
}
interface Stored extends Text {
  version: number
}
class ConflictError extends Error {
  readonly theirs: Stored | null
  constructor(theirs: Stored | null) {
    super('conflict')
    this.theirs = theirs
  }
}

const DELAY_MS = 3_000
const saves: { text: string; version: number }[] = []
let answer: (given: Text, version: number) => Promise<SaveResult<Text>>
let queued = 0
let root: Root
let editor: ReturnType<typeof useEditor>

function useEditor(server: Stored, lateConflict?: Conflict<Stored>) {
  const [content, setContent] = useState<Text>(server)
  const autosave = useDocumentAutosave<Text, Stored>({
    content,
    start: { version: server.version },
    delayMs: DELAY_MS,
    save(written, version) {
      saves.push({ text: written.text, version })
      return answer(written, version)
    },
    hasQueued: () => queued > 0,
    server: { version: server.version, isSame: ({ text }) => text === server.text, content: () => server },
    conflictOf: (error) => (error instanceof ConflictError ? error.theirs : undefined),
    lateConflict,
    contentOf: ({ text }) => ({ text }),
    rebase: (mine) => ({ ...mine }),
    chosen: () => void (queued = 0),
    change: setContent,
    replace: setContent,
  })
  return { content, type: (text: string) => setContent({ text }), undoTo: setContent, autosave }
}
interface EditorProps {
  server: Stored
  lateConflict: Conflict<Stored> | undefined
  onRender: (rendered: typeof editor) => void
}
function Editor({ server, lateConflict, onRender }: EditorProps) {
  onRender(useEditor(server, lateConflict))
  return null
}
const render = (server: Stored, lateConflict?: Conflict<Stored>) =>
  act(async () =>
    root.render(<Editor server={server} lateConflict={lateConflict} onRender={(next) => void (editor = next)} />),
  )
const type = (text: string) => act(async () => editor.type(text))
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const state = () => editor.autosave.state.getSnapshot()

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  saves.length = 0
  queued = 0
  answer = async (_, version) => ({ at: 'server', version: version + 1 })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.innerHTML = ''
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('autosave of a document', () => {
  it('saves some seconds after the first change, once, from the version it has', async () => {
    await render({ text: 'Pump', version: 1 })
    await type('Pump and')
    await wait(DELAY_MS - 1_000)
    await type('Pump and tank')
    expect([saves, state()]).toEqual([[], 'changed'])
    await wait(1_500)
    expect([saves, state()]).toEqual([[{ text: 'Pump and tank', version: 1 }], 'saved'])
    await type('Pump')
    await wait(DELAY_MS + 500)
    expect(saves.at(-1)).toEqual({ text: 'Pump', version: 2 })
  })

  it.each(['hidden', 'left', 'connected again', 'closed'])('saves at once when the page is %s', async (event) => {
    await render({ text: 'Pump', version: 1 })
    await type('Pump and tank')
    await act(async () => {
      if (event === 'hidden') {
        vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
        document.dispatchEvent(new Event('visibilitychange'))
      }
      if (event === 'left') window.dispatchEvent(new Event('pagehide'))
      if (event === 'connected again') {
        reportConnection(false)
        reportConnection(true)
      }
      if (event === 'closed') root.unmount()
      // Not later: the page may be gone.
      expect(saves).toEqual([{ text: 'Pump and tank', version: 1 }])
    })
    if (event === 'closed') root = createRoot(document.body)
  })

  it('waits for a running save, and keeps what is typed meanwhile', async () => {
    let finish = (_: SaveResult<Text>): void => undefined
    answer = () => new Promise((resolve) => (finish = resolve))
    await render({ text: '', version: 1 })
    await type('One')
    await wait(DELAY_MS + 500)
    await type('Two')
    let second: Promise<unknown> = Promise.resolve()
    await act(async () => void (second = editor.autosave.save()))
    expect(saves).toHaveLength(1)
    answer = async () => ({ at: 'server', version: 3 })
    await act(async () => finish({ at: 'server', version: 2 }))
    await act(async () => expect(await second).toBe(3))
    expect(saves).toEqual([
      { text: 'One', version: 1 },
      { text: 'Two', version: 2 },
    ])
    expect([editor.content.text, state()]).toEqual(['Two', 'saved'])
  })

  it('is saved again after an undo to what was saved', async () => {
    await render({ text: 'Pump', version: 1 })
    const before = editor.content
    await type('Tank')
    expect(state()).toBe('changed')
    await act(async () => editor.undoTo(before))
    expect(state()).toBe('saved')
    await wait(DELAY_MS + 500)
    expect(saves).toEqual([])
  })

  it('saves an undo made during a save', async () => {
    let finish = (_: SaveResult<Text>): void => undefined
    answer = () => new Promise((resolve) => (finish = resolve))
    await render({ text: 'Pump', version: 1 })
    const before = editor.content
    await type('Tank')
    await wait(DELAY_MS + 500)
    await act(async () => editor.undoTo(before))
    answer = async (_, version) => ({ at: 'server', version: version + 1 })
    await act(async () => finish({ at: 'server', version: 2 }))
    expect(state()).toBe('changed')
    await wait(DELAY_MS + 500)
    expect(saves).toEqual([
      { text: 'Tank', version: 1 },
      { text: 'Pump', version: 2 },
    ])
    expect([editor.content.text, state()]).toEqual(['Pump', 'saved'])
  })

  it('leaves sending to the queue, and is saved once that has sent', async () => {
    answer = async () => ({ at: 'queue' })
    await render({ text: 'Pump', version: 1 })
    await type('Pump and tank')
    await act(async () => expect(await editor.autosave.save()).toBeUndefined())
    expect(state()).toBe('device')
    await wait(10 * DELAY_MS)
    expect(saves).toHaveLength(1)
    await act(async () => editor.autosave.markSent(2))
    expect(state()).toBe('saved')
    answer = async (_, version) => ({ at: 'server', version: version + 1 })
    await type('Pump')
    await act(async () => expect(await editor.autosave.save()).toBe(3))
  })

  it('continues with a version saved elsewhere, unless something is unsaved here', async () => {
    await render({ text: 'Pump', version: 1 })
    await render({ text: 'Elsewhere', version: 2 })
    expect(editor.content.text).toBe('Elsewhere')
    await type('Mine')
    await render({ text: 'Elsewhere again', version: 3 })
    expect(editor.content.text).toBe('Mine')
  })

  it('stops saving on a conflict until the user has chosen', async () => {
    answer = () => Promise.reject(new ConflictError({ text: 'Theirs', version: 7 }))
    await render({ text: 'Pump', version: 1 })
    await type('Mine')
    await wait(DELAY_MS + 500)
    expect([state(), editor.autosave.conflict?.theirs?.text]).toEqual(['refused', 'Theirs'])
    await type('Mine too')
    await wait(10 * DELAY_MS)
    expect(saves).toHaveLength(1)
    answer = async (_, version) => ({ at: 'server', version: version + 1 })
    await act(() => editor.autosave.resolve('mine'))
    expect(saves.at(-1)).toEqual({ text: 'Mine too', version: 7 })
    expect([state(), editor.autosave.conflict]).toEqual(['saved', undefined])
  })

  it('saves my version as a new draft when the draft was deleted elsewhere', async () => {
    answer = () => Promise.reject(new ConflictError(null))
    await render({ text: 'Pump', version: 4 })
    await type('Mine')
    await act(async () => void (await editor.autosave.save()))
    expect(editor.autosave.conflict).toEqual({ theirs: null })
    answer = async (_, version) => ({ at: 'server', version: version + 1 })
    await act(() => editor.autosave.resolve('mine'))
    expect(saves.at(-1)).toEqual({ text: 'Mine', version: 0 })
  })

  it('shows what the queue has sent that was written before, for example in a session that expired', async () => {
    await render({ text: 'Pump', version: 1 })
    queued = 1
    await render({ text: 'Pump and tank', version: 2 })
    queued = 0
    await act(async () => editor.autosave.markSent(2))
    expect(editor.content.text).toBe('Pump and tank')
    await type('Pump, tank and valve')
    await wait(DELAY_MS + 500)
    expect(saves).toEqual([{ text: 'Pump, tank and valve', version: 2 }])
  })

  it('shows a conflict that the queue found later', async () => {
    queued = 1
    await render({ text: 'Mine', version: 1 }, { theirs: { text: 'Theirs', version: 5 } })
    expect(editor.autosave.conflict?.theirs?.text).toBe('Theirs')
    await act(() => editor.autosave.resolve('theirs'))
    expect([editor.content.text, queued, saves]).toEqual(['Theirs', 0, []])
  })

  it('says what the server refused, and saves the next change', async () => {
    answer = () => Promise.reject(new Error('Too long'))
    await render({ text: 'Pump', version: 1 })
    await type('Pump and tank')
    await wait(DELAY_MS + 500)
    expect([state(), String(editor.autosave.error)]).toEqual(['refused', 'Error: Too long'])
    answer = async (_, version) => ({ at: 'server', version: version + 1 })
    await type('Pump')
    await wait(DELAY_MS + 500)
    expect([state(), editor.autosave.error]).toEqual(['saved', undefined])
  })
})
