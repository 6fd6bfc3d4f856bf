/** `+2348031234567` → `+234••••••••67`: enough to recognise, too little to call. */
export function maskPhone(phone: string): string {
  const characters = Array.from(phone)
  return characters.map((digit, index) => (index < 4 || index >= characters.length - 2 ? digit : '•')).join('')
}
