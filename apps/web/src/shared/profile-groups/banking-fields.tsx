import { accountKind } from '@fettle/protocol/common/bank-accounts'
import { banksOf } from '@fettle/protocol/common/banks'
import type { Profile } from '@fettle/protocol/accounts/profile'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SelectField, TextField } from '../../ui/forms/field.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { nameMatch, OTHER_BANK, type BankingBody, type BankingForm } from './banking.model.ts'
import type { GroupForm } from './use-group-form.ts'

export interface BankingFieldsProps {
  group: GroupForm<BankingForm, BankingBody>
  profile: Profile
  country: string
}

/** Fields of the bank account, by country. */
export function BankingFields({ group, profile, country }: BankingFieldsProps) {
  const { values, field } = group
  const banks = banksOf(country)
  const typesBank = banks.length === 0 || values.bank === OTHER_BANK
  const match = nameMatch(values.accountName, profile)
  return (
    <>
      {banks.length > 0 && (
        <SelectField {...field('bank')} label={<Trans>Bank</Trans>}>
          <option value="" disabled>
            {t`Choose your bank`}
          </option>
          {banks.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
          <option value={OTHER_BANK}>{t`Another bank`}</option>
        </SelectField>
      )}
      {typesBank && (
        <TextField {...field('bankName')} label={<Trans>Bank name</Trans>} autoComplete="off" maxLength={90} />
      )}
      <AccountNumber group={group} country={country} />
      <TextField
        {...field('accountName')}
        label={<Trans>Account holder</Trans>}
        hint={<Trans>Exactly as your bank shows it.</Trans>}
        autoComplete="name"
        maxLength={110}
      />
      {match !== 'MATCH' && (
        <Banner tone="warning">
          {match === 'PARTIAL' ? (
            <Trans>Only part of this name matches yours. Check it before you continue.</Trans>
          ) : (
            <Trans>
              This name doesn't match yours. You can save it, but we can only pay you once a bank document is approved.
            </Trans>
          )}
        </Banner>
      )}
    </>
  )
}

function AccountNumber({ group, country }: Omit<BankingFieldsProps, 'profile'>) {
  const { field } = group
  const kind = accountKind(country)
  const shared = { autoComplete: 'off', spellCheck: false, className: 'tabular-nums' } as const
  const digits = { ...shared, inputMode: 'numeric' } as const
  return (
    <>
      {kind === 'SORT_CODE' && (
        <TextField
          {...field('bankCode')}
          {...digits}
          label={<Trans>Sort code</Trans>}
          placeholder="12-34-56"
          maxLength={12}
        />
      )}
      {kind === 'ROUTING' && (
        <TextField {...field('bankCode')} {...digits} label={<Trans>Routing number</Trans>} maxLength={12} />
      )}
      {kind === 'IBAN' ? (
        <TextField
          {...field('accountNumber')}
          {...shared}
          label={<Trans>IBAN</Trans>}
          autoCapitalize="characters"
          maxLength={48}
        />
      ) : (
        <TextField
          {...field('accountNumber')}
          {...(kind === 'PLAIN' ? shared : digits)}
          label={<Trans>Account number</Trans>}
          hint={kind === 'NUBAN' ? <Trans>The 10-digit NUBAN number.</Trans> : undefined}
          maxLength={48}
        />
      )}
    </>
  )
}
