/** 200 trials: sixteen runs share two servers, eight have processes of their own, the others are played in this process. */
export const QUICK = { commandLine: 8, served: 2, inside: 176 } as const
