import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { useFocusAround } from '../../ui/layout/use-focus-around.ts'

type RetryButtonProps = Pick<ButtonProps, 'size' | 'variant' | 'busy' | 'onClick'>

/** “Try again” beside what could not be loaded. The focus stays in the dialog or page when loading removes the button. */
export function RetryButton({ variant = 'secondary', ...rest }: RetryButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useFocusAround(ref)
  return (
    <Button ref={ref} variant={variant} {...rest}>
      <Trans>Try again</Trans>
    </Button>
  )
}
