import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { fileUrl } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { PhotoChoice } from '../ui/photo-choice.tsx'
import { SheetButton } from '../ui/sheet.tsx'
import type { Dispute } from './settlement.tsx'

/** Photos and files of both sides. */
export function Evidence({ dispute }: { dispute: Dispute }): ReactNode {
  const { evidence, evidenceLeft, allowedActions, providerName } = dispute
  const mayAdd = allowedActions.includes('evidence') && evidenceLeft > 0
  if (evidence.length === 0 && !mayAdd) return null
  return (
    <Card title="Evidence">
      <div className="grid gap-4">
        <ul className="grid gap-3 empty:hidden">
          {evidence.map(({ id, by, note, at, file }) => (
            <li key={id} className="flex items-start gap-3">
              <a
                href={fileUrl(file.url)}
                target="_blank"
                rel="noreferrer"
                aria-label={`Open ${file.name}`}
                className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-xl border border-line p-1 text-center text-xs text-accent"
              >
                {file.mime.startsWith('image/') ? (
                  <img src={fileUrl(file.url)} alt="" className="size-full rounded-lg object-cover" />
                ) : (
                  <span className="line-clamp-3 [overflow-wrap:anywhere]">{file.name}</span>
                )}
              </a>
              <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <strong className="block font-semibold">{by === 'CUSTOMER' ? 'You' : providerName}</strong>
                {note && <span className="block whitespace-pre-line">{note}</span>}
                <span className="text-sm text-muted">{formatMoment(at)}</span>
              </p>
            </li>
          ))}
        </ul>
        {mayAdd && <EvidenceButton dispute={dispute} />}
      </div>
    </Card>
  )
}

function EvidenceButton({ dispute: { id, evidenceLeft } }: { dispute: Dispute }): ReactNode {
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [note, setNote] = useState('')
  const send = async (close: () => void) => {
    for (const file of photos) {
      await call('addEvidence', { params: { id }, body: { note }, file })
      // If a later one fails, those that were sent are not sent again.
      setPhotos((others) => others.filter((each) => each !== file))
    }
    setNote('')
    close()
  }
  return (
    <SheetButton
      variant="secondary"
      title="Photos as evidence"
      content={(close) => (
        <>
          <PhotoChoice label="Choose photos" photos={photos} max={evidenceLeft} onChange={setPhotos} />
          <TextField isLong label="What do they show? (optional)" value={note} onChange={setNote} />
          <Button isDisabled={photos.length === 0} onPress={() => send(close)}>
            Send photos
          </Button>
        </>
      )}
    >
      Add photos
    </SheetButton>
  )
}
