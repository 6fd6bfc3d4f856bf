import { Trans } from '@lingui/react/macro'
import { Checkbox, type CheckboxProps } from '../../../ui/forms/checkbox.tsx'

export interface TermsProps extends Pick<CheckboxProps, 'id' | 'name' | 'error'> {
  /** Address of the company's own terms. Without it our text opens in place, so that nothing typed is lost. */
  url: string | null
}

const readClass = 'inline-flex min-h-11 items-center font-semibold text-accent-text underline underline-offset-4'

/** Terms text and the checkbox to accept them, where the site requires it. */
export const Terms = ({ url, ...field }: TermsProps) => (
  <div className="grid gap-1">
    <Checkbox {...field} label={<Trans>I accept the terms of use.</Trans>} />
    {url === null ? (
      <details>
        <summary className={readClass}>
          <Trans>Read the terms of use</Trans>
        </summary>
        <TermsText />
      </details>
    ) : (
      <p>
        <a href={url} target="_blank" rel="noreferrer" className={readClass}>
          <Trans>Read the terms of use</Trans>
        </a>
      </p>
    )}
  </div>
)

/** Default terms for sites without their own: describes what the product does. */
const TermsText = () => (
  <ol className="grid gap-2 text-sm text-text-muted">
    <li>
      <Trans>These terms apply between you and the company that runs this site.</Trans>
    </li>
    <li>
      <Trans>Keep the information about yourself, your trade and your documents true and up to date.</Trans>
    </li>
    <li>
      <Trans>Your account is for you only. Keep your password to yourself and tell us if someone else knows it.</Trans>
    </li>
    <li>
      <Trans>
        When you accept a job, you make an agreement with the customer. Do the work as agreed, safely and lawfully.
      </Trans>
    </li>
    <li>
      <Trans>Use customers' details only for their job.</Trans>
    </li>
    <li>
      <Trans>We pay you to the bank account you give us, once we have verified your identity.</Trans>
    </li>
    <li>
      <Trans>We may close an account that harms others. We'll tell you why, and you can respond.</Trans>
    </li>
    <li>
      <Trans>
        You can export your data and close your account at any time. We keep what the law requires for as long as it
        requires.
      </Trans>
    </li>
  </ol>
)
