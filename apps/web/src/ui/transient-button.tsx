import { useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { focusAround } from './layout/focus-around.ts'

interface TransientButtonProps extends Omit<ButtonProps, 'ref'> {
  /** Selects what takes the focus, around the button; by default the dialog, tab or page. */
  focusWithin?: string
}

/** Button that disappears once it has done its work. The focus then moves to what is around it. */
export function TransientButton({ focusWithin, ...rest }: TransientButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = ref.current
    return () => focusAround(button, focusWithin)
  }, [focusWithin])
  return <Button {...rest} ref={ref} />
}
