import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoney } from '../lib/format.ts'
import { refresh, useLoaded } from '../lib/live.ts'
import { Button } from '../ui/button.tsx'
import { TextField, Tick } from '../ui/field.tsx'
import { LoadError } from '../ui/page.tsx'
import { SheetButton } from '../ui/sheet.tsx'

const reasons = {
  CHANGED_MIND: 'I changed my mind',
  SCHEDULE_CHANGED: 'The time no longer suits me',
  FOUND_ANOTHER_PROVIDER: 'I found somebody else',
}

type Reason = keyof typeof reasons

/** Cancels a confirmed job, or withdraws a request, which is free. */
export function CancelButton({ id, isRequest }: { id: string; isRequest: boolean }): ReactNode {
  const [reasonCode, setReason] = useState<Reason>()
  const [note, setNote] = useState('')
  const codes = Object.keys(reasons) as Reason[]
  const [title, label] = isRequest
    ? ['Withdraw the request?', 'Withdraw the request']
    : ['Cancel this job?', 'Cancel the job']
  return (
    <SheetButton
      variant="danger"
      title={title}
      content={(close) => (
        <>
          <div role="radiogroup" aria-label="Reason">
            {codes.map((code) => (
              <Tick key={code} group="reason" checked={reasonCode === code} onChange={() => setReason(code)}>
                {reasons[code]}
              </Tick>
            ))}
          </div>
          <TextField isLong label="Note (optional)" value={note} onChange={setNote} />
          {reasonCode && !isRequest ? (
            <CancelAtCost {...{ id, reasonCode, note, close }} />
          ) : (
            <Button
              variant="danger"
              isDisabled={!reasonCode}
              onPress={() => call('cancelBooking', { params: { id }, body: { reasonCode, note } }).then(close)}
            >
              {label}
            </Button>
          )}
        </>
      )}
    >
      {label}
    </SheetButton>
  )
}

type CostProps = { id: string; reasonCode: Reason; note: string; close: () => void }

/** Cancels at the cost that it shows. Fettle refuses a cost that the customer has not seen. */
function CancelAtCost({ id, reasonCode, note, close }: CostProps): ReactNode {
  const params = { id }
  const { data: preview, error } = useLoaded(reasonCode, () =>
    call('previewCancellation', { params, query: { reasonCode } }),
  )
  if (error) return <LoadError error={error} />
  const cost = preview && costOf(preview.fee)
  const cancel = async () => {
    const body = { reasonCode, note, acceptFee: true, previewHash: preview?.previewHash }
    try {
      await call('cancelBooking', { params, body })
    } catch (refusal) {
      // The cost may have changed: it depends on the time.
      refresh()
      throw refusal
    }
    close()
  }
  return (
    <>
      <p aria-live="polite">
        {!preview ? '…' : cost ? `It is short notice: you pay ${cost}.` : 'It costs you nothing.'}
      </p>
      <Button variant="danger" isDisabled={!preview} onPress={cancel}>
        {cost ? `Cancel for ${cost}` : 'Cancel for free'}
      </Button>
    </>
  )
}

/** What the customer pays for a job that does not take place. Null: nothing. */
export const costOf = ({ amount, payer }: { amount: Parameters<typeof formatMoney>[0] | null; payer: string | null }) =>
  payer === 'CUSTOMER' && amount && amount.amount > 0 ? formatMoney(amount) : null
