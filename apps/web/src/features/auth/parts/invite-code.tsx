import { Trans } from '@lingui/react/macro'
import { TextField } from '../../../ui/field.tsx'

/** The code of whoever brought one here. Hidden unless there is one: most people have none. */
export function InviteCode({ code, error }: { code: string; error: string | undefined }) {
  return (
    <details open={code !== '' || error !== undefined}>
      <summary className="inline-flex min-h-11 items-center font-semibold text-accent-text underline underline-offset-4">
        <Trans>I have an invite code</Trans>
      </summary>
      <TextField
        id="referralCode"
        name="referralCode"
        defaultValue={code}
        error={error}
        label={<Trans>Invite code</Trans>}
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        className="mt-2"
      />
    </details>
  )
}
