import clsx from 'clsx'
import { useState, type ComponentProps, type MouseEvent, type ReactNode } from 'react'
import { Spinner } from './icons/glyphs.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-strong bg-surface-raised text-text hover:bg-surface-hover',
  quiet: 'text-text hover:bg-surface-hover',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-13 px-6 text-lg',
}

/** Classes of a button, also for links styled as one. */
export const buttonClass = (
  options: { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean; className?: string | undefined } = {},
) =>
  clsx(
    'relative inline-flex select-none items-center justify-center gap-2 rounded-control py-1 text-center font-semibold transition-colors [&_svg]:shrink-0',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:opacity-50',
    variants[options.variant ?? 'primary'],
    sizes[options.size ?? 'md'],
    options.wide && 'w-full',
    options.className,
  )

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
  /** Shows progress; the button keeps size and focus and ignores presses. */
  busy?: boolean
  icon?: ReactNode
}

/**
 * Button with variants and an optional busy state. Once pressed it keeps the focus when it is disabled: the press may
 * have shown that the connection it needs is lost.
 */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  disabled = false,
  icon,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const [isPressed, setPressed] = useState(false)
  const isIgnoring = busy || (disabled && isPressed)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    setPressed(true)
    if (isIgnoring) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !isPressed}
      aria-disabled={isIgnoring || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      className={buttonClass({ ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }), className })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name; also the tooltip, unless there is a `title`. */
  label: string
  icon: ReactNode
}

/**
 * Button that shows only an icon; its label is the accessible name. With `aria-disabled` it ignores presses and keeps the
 * focus, for buttons that a press may disable.
 */
export function IconButton({
  label,
  title = label,
  icon,
  className,
  type = 'button',
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      onClick={rest['aria-disabled'] === true ? undefined : onClick}
      aria-label={label}
      title={title}
      className={clsx(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-control text-text-muted transition-colors hover:bg-surface-hover hover:text-text disabled:opacity-50 aria-disabled:opacity-50',
        className,
      )}
    >
      {icon}
    </button>
  )
}
