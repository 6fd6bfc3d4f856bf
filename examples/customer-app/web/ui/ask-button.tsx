import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { TextField, Tick } from './field.tsx'
import { Sheet } from './sheet.tsx'

interface AskProps {
  children: string
  title: string
  label: string
  look?: 'secondary' | 'danger'
  /** Codes with their words. */
  reasons?: Readonly<Record<string, string>>
  onSend: (text: string, reason: string) => Promise<unknown>
}

const noReasons = {}

/** A button that first asks for a text, and for a reason where there are some. */
export function AskButton({
  children,
  title,
  label,
  look = 'secondary',
  reasons = noReasons,
  onSend,
}: AskProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [reason, setReason] = useState(Object.keys(reasons)[0] ?? '')
  return (
    <>
      <Button look={look} onPress={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <div role="radiogroup" aria-label="Reason" className="empty:hidden">
            {Object.entries(reasons).map(([code, words]) => (
              <Tick key={code} group="reason" checked={reason === code} onChange={() => setReason(code)}>
                {words}
              </Tick>
            ))}
          </div>
          <TextField isLong label={label} value={text} onChange={setText} />
          <Button onPress={() => onSend(text, reason).then(() => setOpen(false))}>Send</Button>
        </Sheet>
      )}
    </>
  )
}
