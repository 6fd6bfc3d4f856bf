import { Archive, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DataList } from '../ui/layout/data-list.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { FilterBar } from '../ui/navigation/filter-bar.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx'
import { StatusChip } from '../ui/feedback/status-chip.tsx'
import { Stepper } from '../ui/forms/stepper.tsx'
import { Tabs } from '../ui/navigation/tabs.tsx'
import { toast } from '../ui/feedback/toast.ts'
import { Row, Specimen } from './specimen.tsx'

const rows = [
  {
    id: '1',
    title: 'Leaking kitchen tap',
    customer: 'Chidi Okeke',
    when: 'Fri 27 Nov, 08:30',
    state: 'REQUESTED',
    price: '₦45,000',
  },
  {
    id: '2',
    title: 'Repaint two rooms',
    customer: 'Funmi Balogun',
    when: 'Mon 30 Nov, 09:00',
    state: 'CONFIRMED',
    price: '₦180,000',
  },
  {
    id: '3',
    title: 'Boiler service',
    customer: 'Emeka Nwosu',
    when: 'Tue 1 Dec, 14:00',
    state: 'COMPLETED',
    price: '₦32,500',
  },
]

const steps = [
  { name: 'you', label: 'About you', done: true },
  { name: 'where', label: 'Where you work', done: true },
  { name: 'bank', label: 'Bank account', done: false, hint: 'For your payouts' },
  { name: 'trade', label: 'Your trade', done: false },
]

export function Layouts() {
  const [tab, setTab] = useState<'info' | 'documents'>('info')
  const [filter, setFilter] = useState<'all' | 'open'>('all')
  const [query, setQuery] = useState('')
  const [sheet, setSheet] = useState(false)
  const [panel, setPanel] = useState(false)
  return (
    <>
      <Specimen name="Tabs">
        <Tabs
          label="Profile"
          current={tab}
          onChange={setTab}
          tabs={[
            { name: 'info', label: 'Profile Information' },
            { name: 'documents', label: 'Upload documents', count: 2 },
          ]}
        >
          {tab === 'info' ? 'Name, address, bank, trade.' : 'Identity and certificates.'}
        </Tabs>
      </Specimen>
      <Specimen name="Stepper">
        <Stepper steps={steps} current="bank" onChoose={() => undefined} />
      </Specimen>
      <Specimen name="FilterBar, DataList" wide>
        <FilterBar
          label="Status"
          current={filter}
          onChange={setFilter}
          options={[
            { name: 'all', label: 'All', count: 3 },
            { name: 'open', label: 'To answer', count: 1 },
          ]}
          search={{ value: query, onChange: setQuery, placeholder: 'Customer, title or number' }}
        />
        <DataList
          label="Bookings"
          rows={rows}
          rowKey={({ id }) => id}
          href={({ id }) => `/bookings/${id}`}
          columns={[
            { name: 'title', header: 'Job', cell: ({ title }) => title },
            { name: 'customer', header: 'Customer', cell: ({ customer }) => customer },
            { name: 'when', header: 'When', cell: ({ when }) => when },
            { name: 'state', header: 'Status', cell: ({ state }) => <StatusChip state={state} /> },
            { name: 'price', header: 'Price', figures: true, cell: ({ price }) => price },
          ]}
          card={({ title, customer, when, state, price }) => (
            <span className="grid gap-2">
              <span className="flex items-start justify-between gap-3">
                <span className="font-semibold">{title}</span>
                <StatusChip state={state} />
              </span>
              <span className="flex justify-between gap-3 text-sm text-text-muted tabular-nums">
                <span>
                  {customer} · {when}
                </span>
                <span>{price}</span>
              </span>
            </span>
          )}
        />
      </Specimen>
      <Specimen name="Toast, Dialog, Menu" wide>
        <Row>
          <Button
            variant="secondary"
            onClick={() => toast.success('Booking accepted', { body: 'Chidi has been told.' })}
          >
            Success toast
          </Button>
          <Button variant="secondary" onClick={() => toast.error('Failed to update personal info')}>
            Error toast
          </Button>
          <Button
            variant="secondary"
            onClick={() => toast.info('Archived', { action: { label: 'Undo', run: () => undefined } })}
          >
            Toast with undo
          </Button>
          <Button variant="secondary" onClick={() => setSheet(true)}>
            Open sheet
          </Button>
          <Button variant="secondary" onClick={() => setPanel(true)}>
            Open panel
          </Button>
          <Menu
            label="More"
            trigger={(attributes) => (
              <Button variant="secondary" {...attributes}>
                Open menu
              </Button>
            )}
          >
            <MenuItem icon={<Pencil size={20} />}>Rename</MenuItem>
            <MenuItem icon={<Archive size={20} />}>Archive</MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 size={20} />} className="text-danger">
              Delete
            </MenuItem>
          </Menu>
        </Row>
        {sheet && (
          <Dialog
            onClose={() => setSheet(false)}
            title="Decline this request?"
            description="Chidi will be told, and asked to find somebody else."
            footer={
              <>
                <Button variant="secondary" onClick={() => setSheet(false)}>
                  Keep it
                </Button>
                <Button variant="danger" onClick={() => setSheet(false)}>
                  Decline
                </Button>
              </>
            }
          >
            <p>You can take it back for five minutes.</p>
          </Dialog>
        )}
        {panel && (
          <Dialog onClose={() => setPanel(false)} kind="panel" title="Customer">
            <p>Member since 2024, four jobs with you.</p>
          </Dialog>
        )}
      </Specimen>
    </>
  )
}
