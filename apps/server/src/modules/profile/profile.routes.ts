import * as protocol from '@fettle/protocol/accounts/profile'
import { uploadRules } from '@fettle/protocol/common/upload-rules'
import type { Routers } from '../../actors.ts'
import { versionOf } from '../../platform/http/if-match.ts'
import { Reply } from '../../platform/http/router.ts'
import { changeLanguage, renewedTokenOf } from '../auth/index.ts'
import { saveBank } from './bank.service.ts'
import * as letterhead from './letterhead.service.ts'
import * as personal from './personal.service.ts'
import { savePicture } from './picture.service.ts'
import * as service from './profile.service.ts'
import type { ProfileDeps } from './profile.service.ts'

export function serveProfile(deps: ProfileDeps, { account }: Routers): void {
  account.serve(protocol.getProfile, async ({ actor, request }) => {
    const token = renewedTokenOf(request)
    return new Reply(await service.getProfile(deps, actor), token ? { meta: { token } } : {})
  })

  account.serve(protocol.savePersonalInfo, async ({ actor, body: { version, ...input }, request }) => {
    const profile = await personal.savePersonal(deps, actor, input, versionOf(request, version))
    return new Reply(profile, { message: { code: 'PERSONAL_INFO_UPDATED' } })
  })

  account.serve(protocol.saveContactInfo, async ({ actor, body: { version, ...location }, request }) => {
    const profile = await personal.saveLocation(deps, actor, location, versionOf(request, version))
    return new Reply(profile, { message: { code: 'PROFILE_UPDATED' } })
  })

  account.serve(protocol.savePersonalAndContactInfo, async ({ actor, body: { version, ...input }, request }) => {
    const profile = await personal.savePersonalAndLocation(deps, actor, input, versionOf(request, version))
    return new Reply(profile, { message: { code: 'PROFILE_UPDATED' } })
  })

  account.serve(protocol.saveBusinessInfo, async ({ actor, body: { version, ...banking }, request }) => {
    const profile = await saveBank(deps, actor, banking, versionOf(request, version))
    return new Reply(profile, { message: { code: 'BUSINESS_INFO_UPDATED' } })
  })

  account.serve(protocol.saveProfessionalInfo, async ({ actor, body: { version, ...profession }, request }) => {
    const profile = await service.saveProfession(deps, actor, profession, versionOf(request, version))
    return new Reply(profile, { message: { code: 'PROFESSIONAL_INFO_UPDATED' } })
  })

  account.serve(protocol.saveLanguage, async ({ actor, body: { locale } }) => {
    await deps.db.transaction((tx) => changeLanguage(deps, tx, actor.id, locale))
    return { locale }
  })

  account.serve(protocol.saveUsualTax, ({ actor, body: { usualTaxRateBps } }) =>
    service.saveUsualTax(deps, actor, usualTaxRateBps),
  )

  account.serve(protocol.saveLetterhead, ({ actor, body: { colour } }) => letterhead.saveColour(deps, actor, colour))

  account.serveUpload(protocol.saveLogo, ({ actor, file }) => letterhead.saveLogo(deps, actor, file), {
    maxFileBytes: uploadRules.LOGO.maxBytes,
  })

  account.serve(protocol.deleteLogo, ({ actor }) => letterhead.deleteLogo(deps, actor))

  account.serveUpload(
    protocol.saveProfilePicture,
    async ({ actor, file }) => {
      const profile = await savePicture(deps, actor, file)
      return new Reply(profile, { message: { code: 'PROFILE_PICTURE_UPDATED' } })
    },
    { maxFileBytes: uploadRules.AVATAR.maxBytes },
  )
}
