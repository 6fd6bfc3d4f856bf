import { Trans } from '@lingui/react/macro'
import type { ButtonProps } from '../../ui/button.tsx'
import { TransientButton } from '../../ui/transient-button.tsx'

/** “Try again” beside what could not be loaded. The focus stays in the dialog or page when loading removes the button. */
export const RetryButton = ({
  variant = 'secondary',
  ...rest
}: Pick<ButtonProps, 'size' | 'variant' | 'busy' | 'onClick'>) => (
  <TransientButton variant={variant} {...rest}>
    <Trans>Try again</Trans>
  </TransientButton>
)
