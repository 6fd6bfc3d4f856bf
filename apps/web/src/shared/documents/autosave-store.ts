import { createStore, type Readable, type Store } from '@fettle/chat-client/store'

/** `device`: stored here, sent when connected. `refused`: rejected by the server. */
export type AutosaveState = 'saved' | 'changed' | 'saving' | 'device' | 'refused'

/** Autosave state as a store: it changes twice per save, which must not re-render the editor. */
export type AutosaveStore = Readable<AutosaveState>

/** Creates an autosave state. */
export const createAutosaveStore = (state: AutosaveState): Store<AutosaveState> => createStore(state)
