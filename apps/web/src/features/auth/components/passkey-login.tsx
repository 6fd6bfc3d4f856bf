import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { usePageRestored } from '../use-page-restored.ts'

// Most people log in with a password: nobody else loads the code for passkeys.
const load = () => import('../passkey-login.ts')

/** Logs in with a passkey: from the button, or from the suggestions of the first field. */
export function PasskeyLogin() {
  const [busy, setBusy] = useState(false)
  usePageRestored(() => setBusy(false))

  // Suggestions appear when a field is used, so they are prepared with the first touch or key, not with the page.
  useEffect(() => {
    const stop = new AbortController()
    const prepare = () => {
      stop.abort()
      load()
        .then(({ startPasskeyLogin }) => startPasskeyLogin({ fromAutofill: true }))
        .catch(() => undefined)
    }
    for (const event of ['pointerdown', 'keydown'] as const)
      document.addEventListener(event, ({ target }) => target instanceof HTMLInputElement && prepare(), {
        signal: stop.signal,
      })
    return () => stop.abort()
  }, [])

  async function start() {
    setBusy(true)
    try {
      const { startPasskeyLogin } = await load()
      if (await startPasskeyLogin()) return
    } catch {
      toast.error(t`Part of this page didn't load. Check your connection and try again.`, { id: 'form' })
    }
    setBusy(false)
  }

  return (
    <Button variant="secondary" size="lg" wide busy={busy} onClick={() => void start()}>
      <Trans>Continue with a passkey</Trans>
    </Button>
  )
}
