/** 200 trials: eight runs share a server, six have processes of their own, the others are played in this process. */
export const QUICK = { commandLine: 6, served: 1, inside: 186 } as const
