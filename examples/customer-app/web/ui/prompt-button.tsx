import { useState, type ReactNode } from 'react'
import { Button, type VariantProps } from './button.tsx'
import { TextField, Tick } from './field.tsx'
import { SheetButton } from './sheet.tsx'

interface PromptProps<Reason extends string> extends VariantProps {
  title: string
  /** Says what to write. */
  label?: string
  /** Codes with their words. */
  reasons?: Readonly<Partial<Record<Reason, string>>>
  onSend: (text: string, reason: Reason) => Promise<unknown>
}

/** A button that first asks for a text, and for a reason where there are some. Nothing is chosen for the customer. */
export function PromptButton<Reason extends string>({
  variant = 'secondary',
  label = 'Describe it',
  reasons,
  onSend,
  ...rest
}: PromptProps<Reason>): ReactNode {
  const codes = Object.keys(reasons ?? {}) as Reason[]
  const [text, setText] = useState('')
  const [reason, setReason] = useState<Reason>()
  return (
    <SheetButton
      {...{ variant, ...rest }}
      content={(close) => (
        <>
          <div role="radiogroup" aria-label="Reason" className="empty:hidden">
            {codes.map((code) => (
              <Tick key={code} group="reason" checked={reason === code} onChange={() => setReason(code)}>
                {reasons?.[code]}
              </Tick>
            ))}
          </div>
          <TextField isLong label={label} value={text} onChange={setText} />
          <Button
            isDisabled={codes.length > 0 && !reason}
            onPress={async () => {
              await onSend(text, reason as Reason)
              setText('')
              setReason(undefined)
              close()
            }}
          >
            Send
          </Button>
        </>
      )}
    />
  )
}
