import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { paths } from '../../../routing/paths.ts'
import { takeReturnTo } from '../../../routing/return-to.ts'
import { errorText } from '../../../lib/http/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/icons/glyphs.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { finishGoogle, startGoogle } from '../google-api.ts'
import { goTo } from '../navigation.ts'
import { secondFactorIn, type SecondFactorChallenge } from '../model.ts'
import { storeSession } from '../store-session.ts'
import { usePageRestored } from '../use-page-restored.ts'
import { googleAnswer, type GoogleAnswer } from '../google-answer.ts'

// Google redirects to a single page, wherever the sign-in began.
const redirectUri = (): string => location.origin + paths.login

const failed = (error?: unknown) => {
  const message = t`Google login failed`
  const reason = error === undefined ? message : errorText(error, message)
  toast.error(message, { id: 'form', ...(reason === message ? {} : { body: reason }) })
}

async function finish({ code, state }: GoogleAnswer & { code: string }): Promise<void> {
  storeSession(await finishGoogle({ code, redirectUri: redirectUri(), ...(state && { state }) }))
  goTo(takeReturnTo(), { replace: true })
}

export interface GoogleSignInProps {
  isOffered: boolean
  /** Called when the account asks for a second factor. */
  onSecondFactor?: (challenge: SecondFactorChallenge) => void
}

/** Google sign-in button, where the site offers it. Also handles the redirect back from Google. */
export function GoogleSignIn({ isOffered, onSecondFactor }: GoogleSignInProps) {
  const [busy, setBusy] = useState(false)
  const [isFinishing, setIsFinishing] = useState(false)
  usePageRestored(() => setBusy(false))

  // The prerendered page does not know the address, so it is read here.
  useEffect(() => {
    const answer = googleAnswer(location.search)
    if (!answer) return
    // The code can be used once. Remove it from the address, so that a reload does not send it again.
    history.replaceState(null, '', location.pathname)
    const { code } = answer
    if (!code || answer.error) {
      if (answer.error !== 'access_denied') failed()
      return
    }
    setIsFinishing(true)
    finish({ ...answer, code }).catch((error: unknown) => {
      setIsFinishing(false)
      const challenge = secondFactorIn(error)
      if (challenge && onSecondFactor) onSecondFactor(challenge)
      else failed(error)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, on hydration
  }, [])

  async function start() {
    setBusy(true)
    try {
      const { url } = await startGoogle(redirectUri())
      location.assign(url)
    } catch (error) {
      setBusy(false)
      failed(error)
    }
  }

  if (isFinishing) {
    return (
      <p role="status" className="flex min-h-11 items-center gap-3 text-text-muted">
        <Spinner />
        <Trans>Logging you in with Google…</Trans>
      </p>
    )
  }
  return (
    isOffered && (
      <Button variant="secondary" size="lg" wide busy={busy} icon={<GoogleMark />} onClick={() => void start()}>
        <Trans>Continue with Google</Trans>
      </Button>
    )
  )
}

const GoogleMark = () => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path
      fill="#4285F4"
      d="M22.6 12.3c0-.8-.1-1.5-.2-2.3H12v4.3h5.9a5 5 0 0 1-2.2 3.3v2.8h3.6c2.1-2 3.3-4.8 3.3-8.1Z"
    />
    <path
      fill="#34A853"
      d="M12 23c3 0 5.5-1 7.3-2.6l-3.6-2.8c-1 .7-2.2 1-3.7 1-2.9 0-5.3-1.9-6.2-4.5H2.2V17A11 11 0 0 0 12 23Z"
    />
    <path fill="#FBBC05" d="M5.8 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.2a11 11 0 0 0 0 9.9l3.6-2.9Z" />
    <path fill="#EA4335" d="M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.2 7l3.6 2.9A6.6 6.6 0 0 1 12 5.4Z" />
  </svg>
)
