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
      <Trans>These terms hold between you and the company that runs this site.</Trans>
    </li>
    <li>
      <Trans>What you say about yourself, your trade and your documents is true and kept up to date.</Trans>
    </li>
    <li>
      <Trans>
        Your account is yours alone. You keep your password to yourself and tell us if somebody else knows it.
      </Trans>
    </li>
    <li>
      <Trans>
        A job you accept is an agreement between you and the customer. You do it as agreed, safely and lawfully.
      </Trans>
    </li>
    <li>
      <Trans>You use what customers tell you for their job only.</Trans>
    </li>
    <li>
      <Trans>You are paid to the bank account you name, once we know who you are.</Trans>
    </li>
    <li>
      <Trans>We may close an account that harms others. We say why, and you may answer.</Trans>
    </li>
    <li>
      <Trans>
        You can take your data along and close your account at any time. What the law makes us keep is kept as long as
        it says.
      </Trans>
    </li>
  </ol>
)
