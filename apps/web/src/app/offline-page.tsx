import { Trans } from '@lingui/react/macro'
import { buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/icons/glyphs.tsx'

/**
 * The page the service worker shows when nothing is cached. Rendered by the build without app scripts; the page retries
 * when the connection is back (src/entries/inline/offline.js).
 */
export function OfflinePage() {
  return (
    <div className="flex min-h-dvh flex-col px-5 pt-5 pb-8 sm:px-10">
      <header className="inline-flex min-h-11 items-center gap-2.5 text-lg font-semibold tracking-tight">
        <Mark className="size-8" />
        Fettle
      </header>
      <main className="mx-auto flex w-full max-w-sm flex-1 flex-col justify-center gap-6 py-8">
        <div className="grid gap-2">
          <h1 className="text-2xl font-semibold tracking-tight">
            <Trans>No connection</Trans>
          </h1>
          <p className="text-text-muted">
            <Trans>This page isn't saved on this device. It will open when you're back online.</Trans>
          </p>
        </div>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty address reloads the page that is missing, without a script */}
        <a href="" className={buttonClass({})}>
          <Trans>Try again</Trans>
        </a>
        <a
          href="/"
          className="inline-flex min-h-6 items-center font-semibold text-accent-text underline underline-offset-4"
        >
          <Trans>Saved on this device</Trans>
        </a>
      </main>
    </div>
  )
}
