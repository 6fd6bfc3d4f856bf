import { Bell, CalendarRange, List, Plus, Send } from 'lucide-react'
import { useState } from 'react'
import { BirthdayField } from '../ui/dates/birthday-field.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/forms/field.tsx'
import { OtpField } from '../ui/forms/otp-input.tsx'
import { PasswordField } from '../ui/forms/password/password-input.tsx'
import { StrengthMeter } from '../ui/forms/password/strength-meter.tsx'
import { PhoneField } from '../ui/forms/phone-input.tsx'
import { SearchField } from '../ui/forms/search-field.tsx'
import { SegmentedControl } from '../ui/forms/segmented-control.tsx'
import { TagField } from '../ui/forms/tag-field.tsx'
import { Row, Specimen } from './specimen.tsx'

export function Controls() {
  const [code, setCode] = useState('41')
  const [password, setPassword] = useState('ladder window paint')
  const [phone, setPhone] = useState('+2348031234567')
  const [birthday, setBirthday] = useState('1988-04-12')
  const [note, setNote] = useState('Third floor, the lift is out of order.')
  const [query, setQuery] = useState('')
  const [view, setView] = useState<'list' | 'week'>('list')
  const [tags, setTags] = useState<readonly string[]>(['Leaking taps', 'Boilers'])
  return (
    <>
      <Specimen name="Button" wide>
        <Row>
          <Button icon={<Send size={20} />}>Send offer</Button>
          <Button variant="secondary">Propose a time</Button>
          <Button variant="quiet">Not now</Button>
          <Button variant="danger">Decline</Button>
          <Button busy>Saving</Button>
          <Button disabled>Unavailable</Button>
        </Row>
        <Row>
          <Button size="lg">Accept booking</Button>
          <Button size="sm" variant="secondary" icon={<Plus size={16} />}>
            Add line
          </Button>
          <IconButton label="Notifications" icon={<Bell size={22} />} />
        </Row>
      </Specimen>
      <Specimen name="TextField">
        <TextField label="First name" defaultValue="Ada" autoComplete="off" />
        <TextField label="Email" type="email" defaultValue="ada@fettle" error="Enter a valid email address." />
        <TextField label="Invite code" optional hint="Eight letters and digits, from a friend." />
      </Specimen>
      <Specimen name="SelectField, TextAreaField, SearchField">
        <SelectField label="Main service" defaultValue="PLUMBING">
          <option value="PLUMBING">Plumbing</option>
          <option value="TILING">Tiling</option>
        </SelectField>
        <TextAreaField
          label="Access notes"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          count={{ used: note.length, of: 40 }}
        />
        <SearchField label="Search bookings" value={query} onChange={setQuery} />
      </Specimen>
      <Specimen name="PasswordField">
        <PasswordField
          label="Password"
          value={password}
          autoComplete="new-password"
          onChange={(event) => setPassword(event.target.value)}
          below={<StrengthMeter value={password} isRefused={false} />}
        />
        <Checkbox label="I accept the terms" error="Accept the terms to continue." />
        <Checkbox label="Tell me about new requests" defaultChecked hint="By mail and as a notification." />
      </Specimen>
      <Specimen name="OtpField, PhoneField, BirthdayField">
        <OtpField label="Code" value={code} onChange={setCode} hint="We sent six digits to ada@fettle.test." />
        <PhoneField label="Phone" value={phone} onChange={setPhone} />
        <BirthdayField label="Date of birth" value={birthday} onChange={setBirthday} />
      </Specimen>
      <Specimen name="SegmentedControl">
        <SegmentedControl
          label="View"
          choices={[
            { value: 'list', label: 'List', Icon: List },
            { value: 'week', label: 'Week', Icon: CalendarRange },
          ]}
          chosen={view}
          onChoose={setView}
        />
      </Specimen>
      <Specimen name="TagField" wide>
        <TagField
          label="What you do"
          items={tags}
          onAdd={(tag) => setTags([...tags, tag])}
          onRemove={(tag) => setTags(tags.filter((other) => other !== tag))}
          suggestions={['Bathrooms', 'Heat pumps']}
        />
      </Specimen>
    </>
  )
}
