/** Chat messages: author (a customer, or Ada to them), minutes ago, and text. */
export const conversations: Record<string, readonly (readonly ['them' | 'ada', number, string])[]> = {
  funke: [
    ['them', 8 * 1440 + 300, 'Ada my dear, how are you? Flat 1 has brown water again.'],
    ['ada', 8 * 1440 + 291, 'Good morning ma. That will be the galvanised pipe. It has to come out.'],
    ['them', 8 * 1440 + 288, 'All of it?'],
    ['ada', 8 * 1440 + 280, 'In the laundry, yes. PVC for the whole room, about 95,000 with parts. One day.'],
    ['them', 8 * 1440 + 274, 'You are killing me. But do it. Mr. Sunday has the keys.'],
    ['ada', 3 * 1440 - 60, 'Done. Water is clear, old pipes are behind the bins if you want to see them.'],
    [
      'them',
      3 * 1440 - 75,
      'I saw!! Thank you. Next is the bathroom in flat 2. I have asked for two days, is it enough?',
    ],
    ['ada', 3 * 1440 - 90, 'Two days is right. Please have the shower tray there on the first morning.'],
    ['them', 2 * 1440 + 20, 'It is ordered. The boiler stays at half past eight?'],
    ['ada', 2 * 1440 + 12, 'Half past eight.'],
  ],
  chidi: [
    ['them', 2 * 1440 + 200, '1.2 bar at the pump, 0.4 at the shower. Filter is clean.'],
    ['ada', 2 * 1440 + 188, 'Then it is the riser or the mixer cartridge. I bring a gauge.'],
    ['them', 2 * 1440 + 186, 'OK.'],
    ['ada', 1000, 'Cartridge was full of scale. You have 1.1 upstairs now.'],
    ['them', 994, 'Measured 1.1. Good work.'],
    ['them', 990, 'The meter has DN20 threads, both ends.'],
    ['ada', 981, 'Perfect, I have the fittings.'],
  ],
  grace: [
    [
      'them',
      3 * 1440 + 400,
      'Dear Ada, I hope this finds you well. The new cistern is a pleasure to listen to, which is to say one cannot hear it.',
    ],
    ['ada', 3 * 1440 + 380, 'Thank you ma! I am glad. Shall I look at the tap on the same round as next time?'],
    [
      'them',
      3 * 1440 + 350,
      'That would be most kind. I have asked for the afternoon, so that you may have your lunch first.',
    ],
    ['ada', 2 * 1440 + 500, 'Then I come at two.'],
  ],
  sarah: [
    ['them', 14 * 1440 + 120, 'Hi Ada! Machine is here. Is a drain a big job?'],
    ['ada', 14 * 1440 + 100, 'Hello Sarah, not with the sink on the other side of the wall. Two to three hours.'],
    ['them', 14 * 1440 + 96, 'Amazing. See you then!'],
    ['them', 185, 'Hi! I have just asked for the second bathroom. The tiles are done at last.'],
    ['them', 183, 'Could you do two taps with one visit, or is it better on two days?'],
  ],
  ibrahim: [
    ['them', 9 * 1440 + 700, 'Tap again. Can you come early, before we open?'],
    ['ada', 9 * 1440 + 690, '08:30 works.'],
    ['them', 9 * 1440 + 689, 'Good.'],
    ['ada', 1600, 'For the dishwasher I need the inlet on the left side. Please have it unpacked.'],
    ['them', 1590, 'Unpacked and in place.'],
    ['them', 18, 'Ada, pipe burst behind the freezer. I closed the valve.'],
    ['them', 17, 'Kitchen has no water now. When is the soonest?'],
  ],
}
