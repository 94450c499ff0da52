# Switchyard's reaper: ends everything when the app is gone, whatever took it. It reads a pipe from the app
# and acts when the pipe ends. POSIX shell; of programs it needs only sleep, and cat and grep on Linux or ps
# elsewhere.
#
# "+ UUID PID TOKEN" is a process ("+ UUID 0 -" one about to start), "- UUID" one of which nothing is left.
# A line cut short by the death of the app does not count. TOKEN is the time of its start, without spaces:
# only a process that still has it is signalled, with its group and all below it. Beyond that only what
# carries the UUID of a run in its environment.

trap '' HUP INT QUIT TERM PIPE
unset SWITCHYARD_REAPER
set -f
nl='
'

# Sets table: lines of "PID PPID PGID TOKEN", without processes that have ended.
# Sets tagged, in find_tagged: the pids that carry one of $runs, which are joined by "|".
if [ -r /proc/self/stat ]; then
  snapshot() {
    table=$nl
    set +f
    # Those that end while they are read are left out.
    rows=$(cat /proc/[0-9]*/stat 2>/dev/null)
    set -f
    IFS=$nl
    set -- $rows
    unset IFS
    for row do
      pid=${row%% *}
      # The name, in brackets, may hold spaces, brackets and line ends itself.
      case $pid in *[!0-9]*) continue ;; esac
      set -- ${row##*) }
      [ $# -ge 20 ] || continue
      case $1 in Z | X) continue ;; esac
      table="$table$pid $2 $3 ${20}$nl"
    done
  }
  find_tagged() {
    tagged=
    set +f
    for file in $(grep -lsE "SWITCHYARD_RUN=($runs)" /proc/[0-9]*/environ 2>/dev/null); do
      file=${file#/proc/}
      tagged="$tagged ${file%/environ}"
    done
    set -f
  }
else
  snapshot() {
    table=$nl
    IFS=$nl
    set -- $(ps -axo pid=,ppid=,pgid=,stat=,lstart= 2>/dev/null)
    unset IFS
    for line do
      set -- $line
      [ $# -ge 5 ] || continue
      case $4 in Z*) continue ;; esac
      row="$1 $2 $3"
      shift 4
      token=
      for word do token=${token:+${token}_}$word; done
      table="$table$row $token$nl"
    done
  }
  find_tagged() {
    tagged=
    IFS=$nl
    set -- $(ps -axEww -o pid=,command= 2>/dev/null)
    unset IFS
    for line do
      case $line in *" SWITCHYARD_RUN="*) ;; *) continue ;; esac
      run=${line##* SWITCHYARD_RUN=}
      run=${run%%[!0-9a-f-]*}
      [ -n "$run" ] || continue
      case "|$runs|" in
        *"|$run|"*)
          set -- $line
          tagged="$tagged $1"
          ;;
      esac
    done
  }
fi

forget() {
  kept=
  IFS=$nl
  for lease in $leases; do
    case $lease in "$1 "*) ;; *) kept=$kept$lease$nl ;; esac
  done
  unset IFS
  leases=$kept
}

# Whether the process $1 is still the one that began at $2.
still_is() {
  case $table in *"$nl$1 "*) ;; *) return 1 ;; esac
  row=${table#*"$nl$1 "}
  row=${row%%"$nl"*}
  [ "${row##* }" = "$2" ]
}

# family holds "PID:TOKEN " words. Leaves those that are still there.
prune() {
  kept=' '
  for member in $family; do
    if still_is "${member%%:*}" "${member#*:}"; then kept="$kept$member "; fi
  done
  family=$kept
}

# Adds whoever is below the family or in one of $groups, until nobody is left to add.
grow() {
  grown=yes
  while [ -n "$grown" ]; do
    grown=
    IFS=$nl
    for row in $table; do
      pid=${row%% *}
      case $family in *" $pid:"*) continue ;; esac
      case $pid in 1 | "$$") continue ;; esac
      rest=${row#* }
      parent=${rest%% *}
      rest=${rest#* }
      case $groups in *" ${rest%% *} "*) ;; *)
        case $family in *" $parent:"*) ;; *) continue ;; esac
        ;;
      esac
      family="$family$pid:${row##* } "
      grown=yes
    done
    unset IFS
  done
}

signal_family() {
  for member in $family; do
    kill -s "$1" "${member%%:*}" 2>/dev/null
    left=yes
  done
}

signal_tagged() {
  find_tagged
  for pid in $tagged; do
    [ "$pid" != "$$" ] || continue
    kill -s "$1" "$pid" 2>/dev/null
    left=yes
  done
}

leases=
while IFS= read -r line; do
  set -- $line
  [ $# -ge 2 ] || continue
  forget "$2"
  if [ "$1" = + ] && [ $# -eq 4 ]; then leases="$leases$2 $3 $4$nl"; fi
done
[ -n "$leases" ] || exit 0

runs=
groups=' '
family=' '
snapshot
IFS=$nl
set -- $leases
unset IFS
for lease do
  set -- $lease
  runs=${runs:+$runs|}$1
  if still_is "$2" "$3"; then
    groups="$groups$2 "
    family="$family$2:$3 "
  fi
done

grow
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
signal_family TERM
signal_tagged TERM
sleep 0.2 2>/dev/null || sleep 1

snapshot
prune
grow
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
# From here on their numbers may be used again.
groups=' '
round=0
while [ $round -lt 50 ]; do
  left=
  signal_family KILL
  signal_tagged KILL
  [ -n "$left" ] || break
  round=$((round + 1))
  sleep 0.05 2>/dev/null || sleep 1
  snapshot
  prune
  grow
done
exit 0
