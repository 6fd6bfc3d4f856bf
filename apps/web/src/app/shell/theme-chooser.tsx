import { t } from '@lingui/core/macro'
import { Contrast, Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { chooseTheme, readTheme, subscribeTheme, type ThemeChoice } from '../../lib/browser/theme.ts'
import { SegmentedControl } from '../../ui/forms/segmented-control.tsx'

/** Selector for the theme: light, dark, high contrast or system. */
export function ThemeChooser() {
  const chosen = useSyncExternalStore<ThemeChoice>(subscribeTheme, readTheme, () => 'system')
  return (
    <SegmentedControl
      label={t`Appearance`}
      choices={[
        { value: 'system', label: t`Device`, Icon: Monitor },
        { value: 'light', label: t`Light`, Icon: Sun },
        { value: 'dark', label: t`Dark`, Icon: Moon },
        { value: 'contrast', label: t`Contrast`, Icon: Contrast },
      ]}
      chosen={chosen}
      onChoose={chooseTheme}
      isStacked
    />
  )
}
