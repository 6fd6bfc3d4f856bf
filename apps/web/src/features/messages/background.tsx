/** What the chat does while another screen is shown: keeps its line open and counts what is unread. */
export function Background() {
  return null
}
