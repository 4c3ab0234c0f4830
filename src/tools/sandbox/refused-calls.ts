/** The number of a system call on each processor; 0 where it has none. */
export type CallNumbers = { readonly x64: number; readonly arm64: number }

/** No build, test or tool of a project needs these; most of the holes that were found in kernels went through them. */
export const REFUSED_CALLS: Readonly<Record<string, CallNumbers>> = {
  // Keys that the kernel keeps for the user, whoever asks in their name.
  add_key: { x64: 248, arm64: 217 },
  request_key: { x64: 249, arm64: 218 },
  keyctl: { x64: 250, arm64: 219 },
  // Programs, queues and page faults inside the kernel.
  bpf: { x64: 321, arm64: 280 },
  io_uring_setup: { x64: 425, arm64: 425 },
  io_uring_enter: { x64: 426, arm64: 426 },
  io_uring_register: { x64: 427, arm64: 427 },
  userfaultfd: { x64: 323, arm64: 282 },
  perf_event_open: { x64: 298, arm64: 241 },
  fanotify_init: { x64: 300, arm64: 262 },
  lookup_dcookie: { x64: 212, arm64: 18 },
  syslog: { x64: 103, arm64: 116 },
  // Mounting, and the ways into other namespaces and past folders.
  mount: { x64: 165, arm64: 40 },
  umount2: { x64: 166, arm64: 39 },
  pivot_root: { x64: 155, arm64: 41 },
  open_tree: { x64: 428, arm64: 428 },
  move_mount: { x64: 429, arm64: 429 },
  fsopen: { x64: 430, arm64: 430 },
  fsconfig: { x64: 431, arm64: 431 },
  fsmount: { x64: 432, arm64: 432 },
  fspick: { x64: 433, arm64: 433 },
  mount_setattr: { x64: 442, arm64: 442 },
  open_tree_attr: { x64: 467, arm64: 467 },
  setns: { x64: 308, arm64: 268 },
  open_by_handle_at: { x64: 304, arm64: 265 },
  // The machine as a whole.
  kexec_load: { x64: 246, arm64: 104 },
  kexec_file_load: { x64: 320, arm64: 294 },
  init_module: { x64: 175, arm64: 105 },
  finit_module: { x64: 313, arm64: 273 },
  delete_module: { x64: 176, arm64: 106 },
  reboot: { x64: 169, arm64: 142 },
  swapon: { x64: 167, arm64: 224 },
  swapoff: { x64: 168, arm64: 225 },
  acct: { x64: 163, arm64: 89 },
  quotactl: { x64: 179, arm64: 60 },
  quotactl_fd: { x64: 443, arm64: 443 },
  settimeofday: { x64: 164, arm64: 170 },
  clock_settime: { x64: 227, arm64: 112 },
  vhangup: { x64: 153, arm64: 58 },
  iopl: { x64: 172, arm64: 0 },
  ioperm: { x64: 173, arm64: 0 },
}

/** Both make namespaces, by flags that stand in their first argument. */
export const NAMESPACE_CALLS: Readonly<Record<string, CallNumbers>> = {
  clone: { x64: 56, arm64: 220 },
  unshare: { x64: 272, arm64: 97 },
}

/** New mounts, groups, host names, queues, users, processes, networks: `CLONE_NEWNS` to `CLONE_NEWNET`. */
export const NAMESPACE_FLAGS = 0x7e020000

/** Its flags stand in memory, where a filter can't look. Told that there is no such call, C libraries use `clone`. */
export const UNREADABLE_CALL: CallNumbers = { x64: 435, arm64: 435 }

/** Makes a socket of any family. `socketpair` is not refused: it reaches nobody but the caller's own processes. */
export const SOCKET_CALL: CallNumbers = { x64: 41, arm64: 198 }

/**
 * The families a command may use. Left out above all: `AF_UNIX`, whose sockets lead to agents and services of the user's (by paths that a
 * read-only mount does not close, or by abstract names that share the network's namespace), and `AF_VSOCK`, which leads to the machine's host.
 */
export const SOCKET_FAMILIES = { AF_INET: 2, AF_INET6: 10 } as const

/** Programs look at their own addresses and routes with it; its other protocols talk to parts of the kernel that no build needs. */
export const ROUTE_FAMILY = { family: 16, protocol: 0 } as const
