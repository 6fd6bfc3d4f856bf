import { createEmitter } from '@fettle/chat-client/store'
import { deviceStorage } from './safe-storage.ts'

/** Theme setting and the theme that results from it. Keep in step with src/entries/inline/theme.js. */
const themeChoices = ['system', 'light', 'dark', 'contrast'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export type Theme = Exclude<ThemeChoice, 'system'>

const KEY = 'theme'
const dark = '(prefers-color-scheme: dark)'
const contrast = '(prefers-contrast: more)'
const changes = createEmitter<void>()

function matches(query: string): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.(query).matches
}

/** Reads the theme setting. */
export function readTheme(): ThemeChoice {
  const stored = deviceStorage.read(KEY)
  return themeChoices.find((choice) => choice === stored) ?? 'system'
}

/** The theme a setting results in on this device. */
function resolveTheme(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice
  if (matches(contrast)) return 'contrast'
  return matches(dark) ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset['theme'] = resolveTheme(readTheme())
  changes.emit()
}

/** Stores the theme setting and applies it. */
export function chooseTheme(choice: ThemeChoice): void {
  deviceStorage.write(KEY, choice)
  apply()
}

/** Follows changes of the system theme and of other tabs. */
export function watchTheme(): void {
  for (const query of [dark, contrast]) window.matchMedia(query).addEventListener('change', apply)
  window.addEventListener('storage', (event) => event.key === KEY && apply())
}

/** Subscribes to theme changes. The returned function unsubscribes. */
export const subscribeTheme = changes.on
