import { checkReferralCode } from '@fettle/protocol/accounts/calls'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/http/api.ts'
import { TextField } from '../../../ui/forms/field.tsx'

type CodeCheck = Awaited<ReturnType<typeof checkCode>>

const checkCode = (code: string) => call(checkReferralCode, { params: { code } })

/** Field for an invitation code. Hidden unless there is one, since most people have none. */
export function InviteCode({ code, error }: { code: string; error: string | undefined }) {
  const [answer, setAnswer] = useState<CodeCheck>()
  const checkedCode = useRef('')

  const checkTypedCode = (typed: string) => {
    const trimmed = typed.trim()
    if (trimmed === checkedCode.current) return
    checkedCode.current = trimmed
    setAnswer(undefined)
    if (trimmed === '') return
    // Only informative: an unknown code does not prevent registration.
    checkCode(trimmed).then(
      (found) => checkedCode.current === trimmed && setAnswer(found),
      () => undefined,
    )
  }

  // oxlint-disable-next-line react/exhaustive-deps -- runs only for another code
  useEffect(() => checkTypedCode(code), [code])

  return (
    <details open={code !== '' || error !== undefined}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-accent-text underline underline-offset-4">
        <Trans>I have an invite code</Trans>
      </summary>
      <TextField
        key={code}
        id="referralCode"
        name="referralCode"
        defaultValue={code}
        error={error}
        label={<Trans>Invite code</Trans>}
        hint={<span aria-live="polite">{answer && <Verdict answer={answer} />}</span>}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        onBlur={(event) => checkTypedCode(event.target.value)}
        className="mt-2"
      />
    </details>
  )
}

function Verdict({ answer: { isKnown, invitedBy } }: { answer: CodeCheck }) {
  if (!isKnown) return <Trans>We don't recognise this invite code.</Trans>
  return invitedBy ? <Trans>Invited by {invitedBy}.</Trans> : <Trans>This invite code is valid.</Trans>
}
