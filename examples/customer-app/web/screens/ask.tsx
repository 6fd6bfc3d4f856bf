import { ImagePlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import {
  addOfferRequestPhoto,
  createMarketplaceBooking,
  getProvider,
  requestOffers,
} from '@fettle/protocol/marketplace/calls'
import { addMarketplacePhoto } from '@fettle/protocol/bookings/calls'
import { call } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { goTo, linkTo } from '../lib/route.ts'
import { useSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { TimeChoice, type Slot } from '../ui/time-choice.tsx'

const MAX_TIMES = 3
const MINUTES = 60

/** Asks a provider for a job at a time, or for a quote. */
export function AskPage({ providerId, wants }: { providerId: string; wants: 'job' | 'quote' }): ReactNode {
  const { home } = useSession()
  const { data: provider, error } = useLoaded(providerId, () => call(getProvider, { params: { id: providerId } }))
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [line1, setLine1] = useState(home.line1)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [slots, setSlots] = useState<Slot[]>([])
  if (!provider) return <Waiting error={error} />

  const request = { title, description, location: { ...home, line1 }, photos, slots }
  const send = wants === 'quote' ? () => askForQuote(providerId, request) : () => bookJob(providerId, request)
  return (
    <Page
      title={wants === 'quote' ? `Ask ${provider.name} for a quote` : `Book ${provider.name}`}
      back={linkTo('providers', providerId)}
    >
      <Card>
        <div className="grid gap-4">
          <TextField label="What needs doing?" placeholder="Kitchen tap drips" value={title} onChange={setTitle} />
          <TextField
            isLong
            label="Details"
            placeholder="Since when, how large, what you tried"
            value={description}
            onChange={setDescription}
          />
          <TextField label={`Address in ${home.city}`} value={line1} onChange={setLine1} />
        </div>
      </Card>
      <Card title="Photos">
        <PhotoChoice photos={photos} onChange={setPhotos} />
      </Card>
      <Card title={`When? Choose up to ${MAX_TIMES} times`}>
        <TimeChoice
          providerId={providerId}
          durationMinutes={MINUTES}
          chosen={slots}
          max={MAX_TIMES}
          onChange={setSlots}
        />
      </Card>
      <Button onPress={send}>{wants === 'quote' ? 'Ask for a quote' : 'Send request'}</Button>
    </Page>
  )
}

function PhotoChoice({
  photos,
  onChange,
}: {
  photos: readonly File[]
  onChange: (photos: readonly File[]) => void
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3">
      {photos.map((photo) => (
        <img
          key={`${photo.name} ${photo.size}`}
          src={URL.createObjectURL(photo)}
          alt={photo.name}
          className="size-20 rounded-xl object-cover"
        />
      ))}
      <label className="grid size-20 cursor-pointer place-items-center rounded-xl border border-dashed border-line text-muted hover:bg-soft has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <ImagePlus aria-hidden className="size-7" />
        <span className="sr-only">Add photos</span>
        <input
          type="file"
          accept="image/*"
          multiple
          className="sr-only"
          onChange={({ target }) => onChange([...photos, ...(target.files ?? [])].slice(0, 10))}
        />
      </label>
    </div>
  )
}

interface Request {
  title: string
  description: string
  location: { line1: string; city: string; state: string; country: string }
  photos: readonly File[]
  slots: readonly Slot[]
}

/** A booking has one time: the first. The provider reads the others in the description and can propose them. */
async function bookJob(providerId: string, { photos, slots: [first, ...others], ...job }: Request): Promise<void> {
  const alternatives = others.map(({ startAt }) => formatMoment(startAt)).join(' or ')
  const description = alternatives ? `${job.description}\n\nAlso possible: ${alternatives}.` : job.description
  const when = first ? { startAt: first.startAt } : { schedulingMode: 'UNSCHEDULED' as const }
  const { id } = await call(createMarketplaceBooking, {
    body: { ...job, ...when, description, providerId, durationMinutes: MINUTES },
  })
  for (const file of photos) await call(addMarketplacePhoto, { params: { id }, body: { kind: 'ISSUE' }, file })
  goTo('bookings', id)
}

async function askForQuote(providerId: string, { photos, slots, ...job }: Request): Promise<void> {
  const { id, offers } = await call(requestOffers, {
    body: { ...job, providerIds: [providerId], preferredSlots: [...slots] },
  })
  for (const file of photos) await call(addOfferRequestPhoto, { params: { id }, body: {}, file })
  goTo('offers', offers[0]?.id ?? '')
}
