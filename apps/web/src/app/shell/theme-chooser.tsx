import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Contrast, Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { chooseTheme, readTheme, subscribeTheme, type ThemeChoice } from '../../lib/browser/theme.ts'

/** Selector for the theme: light, dark, high contrast or system. */
export function ThemeChooser() {
  const name = useId()
  const chosen = useSyncExternalStore<ThemeChoice>(subscribeTheme, readTheme, () => 'system')
  const options = [
    { choice: 'system', label: t`Device`, Icon: Monitor },
    { choice: 'light', label: t`Light`, Icon: Sun },
    { choice: 'dark', label: t`Dark`, Icon: Moon },
    { choice: 'contrast', label: t`Contrast`, Icon: Contrast },
  ] as const
  return (
    <fieldset>
      <legend className="sr-only">{t`Appearance`}</legend>
      <div className="grid grid-cols-4 gap-1 rounded-control bg-surface-sunken p-1">
        {options.map(({ choice, label, Icon }) => (
          <label
            key={choice}
            className={clsx(
              'grid min-h-13 cursor-pointer place-items-center content-center gap-0.5 rounded-[6px] text-xs transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              chosen === choice ? 'bg-surface-raised font-semibold shadow-raised' : 'text-text-muted hover:text-text',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === choice}
              onChange={() => chooseTheme(choice)}
              className="sr-only"
            />
            <Icon size={18} aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
