import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { formatMoment } from '../lib/format.ts'
import { useLoaded } from '../lib/live.ts'
import { linkTo } from '../lib/route.ts'
import { session } from '../lib/session.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PhotoField, TextField } from '../ui/field.tsx'
import { Page, Waiting } from '../ui/page.tsx'
import { MAX_TIMES, TimeChoice, type Slot } from '../ui/time-choice.tsx'

const MAX_PHOTOS = 10
const MINUTES = 60
const { home } = session

/** Asks a provider for a job at a time, or for a quote. */
export function AskPage({ providerId, wants }: { providerId: string; wants: 'job' | 'quote' }): ReactNode {
  const { data: provider, error } = useLoaded(providerId, () => call('getProvider', { params: { id: providerId } }))
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [line1, setLine1] = useState(home.line1)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [when, setWhen] = useState<Pick<Request, 'slots' | 'timeZone'>>({ slots: [] })
  const [unfinished, setUnfinished] = useState<Made>()
  if (!provider) return <Waiting error={error} />

  const sendPhotos = async (made: Made) => {
    for (const photo of photos) {
      await made.addPhoto(photo)
      setPhotos((left) => left.filter((each) => each !== photo))
    }
    window.location.hash = made.page
  }
  if (unfinished) {
    return (
      <Page title="Your request was sent">
        <Card title="Photos that could not be sent">
          <Photos photos={photos} />
        </Card>
        <Button onPress={() => sendPhotos(unfinished)}>Send the photos again</Button>
        <ButtonLink href={unfinished.page} variant="secondary">
          Go on without them
        </ButtonLink>
      </Page>
    )
  }

  const request = { title, description, location: { ...home, line1 }, ...when }
  const [heading, label, make] =
    wants === 'quote'
      ? [`Ask ${provider.name} for a quote`, 'Ask for a quote', askForQuote]
      : [`Book ${provider.name}`, 'Send request', bookJob]
  const send = async () => {
    const made = await make(providerId, request)
    // From here on the request exists, and must not be sent again.
    await sendPhotos(made).catch(() => setUnfinished(made))
  }
  return (
    <Page title={heading} back={linkTo('providers', providerId)}>
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
        <div className="flex flex-wrap items-center gap-3">
          <Photos photos={photos} />
          <PhotoField
            label="Add photos"
            shape="size-20 border border-dashed border-line"
            onChoose={(added) => setPhotos([...photos, ...added].slice(0, MAX_PHOTOS))}
          />
        </div>
      </Card>
      <Card title={`When? Choose up to ${MAX_TIMES} times`}>
        <TimeChoice
          providerId={providerId}
          durationMinutes={MINUTES}
          chosen={when.slots}
          onChange={(slots, timeZone) => setWhen({ slots, timeZone })}
        />
      </Card>
      <Button onPress={send}>{label}</Button>
    </Page>
  )
}

const Photos = ({ photos }: { photos: readonly File[] }): ReactNode =>
  photos.map((photo) => (
    <img
      key={`${photo.name} ${photo.size}`}
      src={URL.createObjectURL(photo)}
      alt={photo.name}
      className="size-20 rounded-xl object-cover"
    />
  ))

interface Request {
  title: string
  description: string
  location: typeof home
  slots: Slot[]
  /** Of the slots. */
  timeZone?: string
}

/** A request that was made: how it gets photos, and where its page is. */
interface Made {
  addPhoto: (file: File) => Promise<unknown>
  page: string
}

/** A booking has one time: the first. The provider reads the others in the description and can propose them. */
async function bookJob(providerId: string, { slots: [first, ...others], timeZone, ...job }: Request): Promise<Made> {
  const alternatives = others.map(({ startAt }) => formatMoment(startAt, timeZone)).join(' or ')
  const description = alternatives ? `${job.description}\n\nAlso possible: ${alternatives}.` : job.description
  const when = first ? { startAt: first.startAt } : { schedulingMode: 'UNSCHEDULED' as const }
  const body = { ...job, ...when, description, providerId, durationMinutes: MINUTES }
  const { id } = await call('createBooking', { body })
  return {
    addPhoto: (file) => call('addBookingPhoto', { params: { id }, body: { kind: 'ISSUE' }, file }),
    page: linkTo('bookings', id),
  }
}

async function askForQuote(providerId: string, { slots, timeZone: _, ...job }: Request): Promise<Made> {
  const body = { ...job, providerIds: [providerId], preferredSlots: slots }
  const { id, offers } = await call('requestOffers', { body })
  return {
    addPhoto: (file) => call('addOfferPhoto', { params: { id }, body: {}, file }),
    page: linkTo('offers', offers[0]?.id ?? ''),
  }
}
