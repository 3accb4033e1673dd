# Makes the Markdown table from lines "arm<TAB>seconds<TAB>cpu<TAB>server cpu<TAB>memory MB<TAB>analyzed<TAB>result".
BEGIN { FS = "\t" }
function median(list, n,    i, j, t, v) {
    split(list, v, " ")
    for (i = 2; i <= n; i++) for (j = i; j > 1 && v[j] + 0 < v[j - 1] + 0; j--) { t = v[j]; v[j] = v[j - 1]; v[j - 1] = t }
    low = v[1]; high = v[n]
    return n % 2 ? v[(n + 1) / 2] : (v[n / 2] + v[n / 2 + 1]) / 2
}
{
    if (!($1 in runs)) order[++arms] = $1
    runs[$1]++
    if ($7 != "equal") { bad[$1] = bad[$1] " " $7; next }
    good[$1]++
    time[$1] = time[$1] " " $2; cpu[$1] = cpu[$1] " " $3; server[$1] = server[$1] " " $4; memory[$1] = memory[$1] " " $5; stats[$1] = $6
}
END {
    base = ("pgconvoy" in good) ? median(time["pgconvoy"], good["pgconvoy"]) : 0
    print "| arm | runs | median s | range s | against pgconvoy | client CPU s | server CPU s | client memory MB | tables with statistics | result |"
    print "|---|---|---|---|---|---|---|---|---|---|"
    for (i = 1; i <= arms; i++) {
        a = order[i]
        if (!good[a]) { printf "| %s | %d | | | | | | | | %s |\n", a, runs[a], "FAILED:" bad[a]; continue }
        m = median(time[a], good[a]); l = low; h = high
        printf "| %s | %d | %.1f | %.1f–%.1f | %s | %.1f | %.1f | %d | %d | %s |\n", a, good[a], m, l, h, \
            base ? sprintf("%.2f×", m / base) : "", median(cpu[a], good[a]), median(server[a], good[a]), median(memory[a], good[a]), stats[a], \
            bad[a] == "" ? "equal" : "equal; other runs:" bad[a]
    }
}
