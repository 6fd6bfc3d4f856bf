import { CalendarDays } from 'lucide-react'
import { Avatar } from '../ui/avatar.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card, Facts, Section } from '../ui/layout/card.tsx'
import { Countdown } from '../ui/dates/countdown.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { FileDrop, PicturePicker, Progress } from '../ui/forms/file-drop.tsx'
import { SkeletonList } from '../ui/feedback/skeleton.tsx'
import { Chip, knownStates, StatusChip } from '../ui/feedback/status-chip.tsx'
import { Timeline } from '../ui/layout/timeline.tsx'
import { Row, Specimen } from './specimen.tsx'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const picture = { accept: 'image/jpeg,image/png,image/webp', maxBytes: 5_000_000, onPick: () => undefined }

export function Signs() {
  return (
    <>
      <Specimen name="StatusChip, Chip" wide>
        <Row>
          {knownStates.map((state) => (
            <StatusChip key={state} state={state} />
          ))}
          <Chip tone="accent">New</Chip>
        </Row>
      </Specimen>
      <Specimen name="Avatar, Countdown">
        <Row>
          <Avatar name="Ada Obi" size="sm" />
          <Avatar name="Chidi Okeke" presence="online" />
          <Avatar name="Ọláwálé" size="lg" presence="offline" />
          <Avatar name="Funmi Balogun" size="xl" />
        </Row>
        <Row>
          <Countdown until={inMinutes(1500)} />
          <Countdown until={inMinutes(95)} />
          <Countdown until={inMinutes(8)} />
          <Countdown until={inMinutes(-1)} over="Expired" />
        </Row>
      </Specimen>
      <Specimen name="Banner">
        <Banner tone="info" title="Your identity is being checked">
          Usually within a working day.
        </Banner>
        <Banner tone="success" title="Profile saved" />
        <Banner
          tone="warning"
          title="Your account name differs from your own"
          action={
            <Button size="sm" variant="secondary">
              Review
            </Button>
          }
        >
          Payouts wait until it is cleared up.
        </Banner>
        <Banner tone="danger" title="Please check the following fields:">
          {'account number (invalid format)\nbank name (required)'}
        </Banner>
      </Specimen>
      <Specimen name="Card, Section, Facts">
        <Section
          title="Job"
          description="What was asked for"
          actions={
            <Button size="sm" variant="secondary">
              Edit
            </Button>
          }
        >
          <Card className="p-5">
            <Facts
              items={[
                { label: 'When', value: 'Fri 27 Nov, 08:30–10:30' },
                { label: 'Price', value: '₦45,000' },
                { label: 'Where', value: 'Yaba, Lagos' },
                { label: 'Reference', value: 'BK-2026-000123' },
              ]}
            />
          </Card>
        </Section>
      </Specimen>
      <Specimen name="Timeline">
        <Card className="p-5">
          <Timeline
            items={[
              { id: '3', title: 'You accepted', at: 'today, 09:12', dateTime: inMinutes(0), tone: 'success' },
              {
                id: '2',
                title: 'Chidi asked for another time',
                at: 'today, 08:40',
                dateTime: inMinutes(-32),
                detail: 'Fri 27 Nov, 08:30',
                tone: 'accent',
              },
              { id: '1', title: 'Requested', at: 'yesterday', dateTime: inMinutes(-1440) },
            ]}
          />
        </Card>
      </Specimen>
      <Specimen name="EmptyState">
        <Card>
          <EmptyState
            icon={<CalendarDays size={26} />}
            title="No bookings yet"
            action={<Button variant="secondary">Set your hours</Button>}
          >
            Requests from customers come in here, with the time you have to answer.
          </EmptyState>
        </Card>
      </Specimen>
      <Specimen name="SkeletonList">
        <SkeletonList rows={3} />
      </Specimen>
      <Specimen name="PicturePicker, FileDrop, Progress" wide>
        <PicturePicker {...picture} personName="Ada Obi" />
        <FileDrop
          {...picture}
          label="Drop a photo here, or tap to choose"
          hint="JPEG, PNG or PDF, up to 10 MB"
          error="The file is larger than 10 MB."
        />
        <Progress value={0.42} label="kitchen-before.jpg" />
      </Specimen>
    </>
  )
}
