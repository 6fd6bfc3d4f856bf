import '../gallery/gallery.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { ThemeChooser } from '../app/shell/theme-chooser.tsx'
import { Controls } from '../gallery/controls.tsx'
import { Layouts } from '../gallery/layouts.tsx'
import { Signs } from '../gallery/signs.tsx'
import { activateLocale, ownLocale } from '../lib/i18n/i18n.ts'
import { watchTheme } from '../lib/browser/theme.ts'
import { LiveRegion } from '../ui/feedback/live-region.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'

// Shows every component in every state, for visual review and the accessibility check. Served only where the outbox is
// enabled.

async function start() {
  watchTheme()
  await activateLocale(ownLocale())
  createRoot(document.getElementById('root') as HTMLElement).render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter>
        <main className="mx-auto grid max-w-3xl gap-10 px-4 py-8 md:px-8">
          <header className="flex flex-wrap items-center justify-between gap-4">
            <h1 className="text-2xl font-semibold tracking-tight">Pieces</h1>
            <div className="w-72">
              <ThemeChooser />
            </div>
          </header>
          <div className="grid gap-x-12 gap-y-12 lg:grid-cols-2">
            <Controls />
            <Signs />
            <Layouts />
          </div>
        </main>
      </MemoryRouter>
      <Toaster />
      <LiveRegion />
    </I18nProvider>,
  )
}

void start()
