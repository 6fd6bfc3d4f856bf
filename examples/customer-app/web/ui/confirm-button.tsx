import type { ReactNode } from 'react'
import { Button, type VariantProps } from './button.tsx'
import { SheetButton } from './sheet.tsx'

interface ConfirmProps extends VariantProps {
  title: string
  /** Says what happens once it is confirmed. */
  text: string
  /** Words of the button that does it. */
  confirm: string
  onConfirm: () => Promise<unknown>
}

/** A button that first asks whether its action is meant. */
export const ConfirmButton = ({ text, confirm, onConfirm, ...button }: ConfirmProps): ReactNode => (
  <SheetButton
    {...button}
    content={(close) => (
      <>
        <p>{text}</p>
        <Button variant={button.variant ?? 'primary'} onPress={() => onConfirm().then(close)}>
          {confirm}
        </Button>
      </>
    )}
  />
)
